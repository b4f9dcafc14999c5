#if !RELEASE || InternalBuild
/// How the console was started.
struct ConsoleSettings: Hashable, Sendable {
    /// Whether nothing may be changed, and why not; `nil` when it may.
    var readOnlyReason: String?
    /// Whether characters of ambiguous width take two columns, as on some Chinese, Japanese and Korean terminals.
    var isAmbiguousWide = false
    /// Whether the terminal can show characters outside of ASCII; `?` stands for them otherwise.
    var hasUnicode = true
    /// Whether lines and marks are drawn in ASCII, whatever texts consist of.
    var isASCII = false
    /// Whether the mouse is reported.
    var hasMouse = true
    /// Whether the terminal's cursor stays on what is selected or read, where screen readers look.
    var hasVisibleCursor = false
    /// Whether frames are drawn, and anything beside the list.
    ///
    /// Screen readers read frames aloud, and lines from one end to the other.
    var hasFrames = true
    /// The names of the themes that the terminal can show, the first being the one to start with.
    var themes: [String] = ["default"]
    /// The person's home folder, for which `~` stands in shown paths.
    var home: String?
    /// What the program is called in lines to copy: `toggles`.
    var program = "toggles"
    /// What is added to such lines for the files in use, for example `--manifest app/toggles.yaml`.
    var programOptions: [String] = []

    init() {}
}
#endif
