/// Options for the console's appearance and permissions.
public struct ConsoleOptions: Hashable, Sendable {
    /// When to use colors.
    public enum Color: String, CaseIterable, Hashable, Sendable {
        /// Uses colors if the terminal supports them, unless `NO_COLOR` is set and not empty.
        case auto
        /// Uses colors if the terminal supports them.
        case always
        /// Never uses colors.
        case never
    }

    /// Whether the console is read-only.
    public var isReadOnly = false
    /// When to use colors.
    public var color = Color.auto
    /// The name of the initial theme, or `nil` for the theme used last.
    public var theme: String?
    /// Whether the terminal reports the mouse.
    ///
    /// Selecting text in the terminal then requires Shift.
    public var hasMouse = true
    /// Whether lines and marks are drawn in ASCII.
    ///
    /// Text is not changed.
    public var isASCII = false
    /// Whether characters of ambiguous width take two columns, as in some Chinese, Japanese, and Korean terminals.
    public var isAmbiguousWide = false
    /// Whether the screen is laid out for screen readers.
    ///
    /// The terminal's cursor follows the selection or the text being read. There are no frames and no pane next to the
    /// list, and marks are ASCII.
    public var isForScreenReaders = false
    /// The display name of the environment that the local defaults file belongs to.
    public var environment: String?

    /// What a tool knows about toggles besides the app, as names and texts by key.
    package var remarks: [String: [String: String]] = [:]

    /// Creates the default options.
    public init() {}

    /// The names of all themes.
    public static var themes: [String] { Theme.allCases.map(\.rawValue) }

    /// Returns whether to use colors if the terminal supports them.
    func usesColors(variable: (String) -> String?) -> Bool {
        switch color {
        case .auto: (variable("NO_COLOR") ?? "").isEmpty
        case .always: true
        case .never: false
        }
    }
}
