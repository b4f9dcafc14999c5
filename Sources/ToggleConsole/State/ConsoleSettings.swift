#if !RELEASE || InternalBuild
/// How the console was started.
struct ConsoleSettings: Hashable, Sendable {
    /// Whether nothing may be changed, and why not; `nil` when it may.
    var readOnlyReason: String?
    /// Whether characters of ambiguous width take two columns, as on some Chinese, Japanese and Korean terminals.
    var isAmbiguousWide = false
    /// Whether lines and marks outside of ASCII may be drawn.
    var hasUnicode = true
    /// Whether the mouse is reported.
    var hasMouse = true
    /// Whether the terminal's cursor stays on the selected row, where screen readers look.
    var hasVisibleCursor = false
    /// The names of the themes that the terminal can show, the first being the one to start with.
    var themes: [String] = ["default"]
    /// What the program is called in lines to copy: `toggles`.
    var program = "toggles"
    /// What is added to such lines for the files in use, for example `--manifest app/toggles.yaml`.
    var programOptions: [String] = []

    init() {}
}
#endif
