/// The settings with which the console was started.
struct ConsoleSettings: Hashable, Sendable {
    /// Why the console is read-only, or `nil` if it isn't.
    var readOnlyReason: String?
    /// Whether there is a remote document whose flags can be changed, as far as it's known at the start.
    var changesDocuments = false
    /// Whether this document is a target of publications, which has a history.
    var showsHistory = false
    /// What a tool knows about toggles besides the app, as names and texts by key.
    var remarks: [String: [String: String]] = [:]
    /// Whether characters of ambiguous width take two columns, as in some Chinese, Japanese, and Korean terminals.
    var isAmbiguousWide = false
    /// Whether the terminal can show non-ASCII characters; otherwise they are replaced with `?`.
    var hasUnicode = true
    /// Whether lines and marks are drawn in ASCII, regardless of the texts.
    var isASCII = false
    /// Whether the terminal reports the mouse.
    var hasMouse = true
    /// Whether the terminal's cursor follows the selection or the text being read, for screen readers.
    var hasVisibleCursor = false
    /// Whether to draw frames, and to show details next to the list.
    ///
    /// Screen readers read frames aloud, and read each line across all columns.
    var hasFrames = true
    /// The names of the themes that the terminal supports; the first one is the initial theme.
    var themes: [String] = ["default"]
    /// The user's home folder, shown as `~` in paths.
    var home: String?
    /// The program's name in copied command lines: `toggles`.
    var program = "toggles"
    /// The options to add to such lines for the files in use, for example `--manifest app/toggles.yaml`.
    var programOptions: [String] = []

    init() {}
}
