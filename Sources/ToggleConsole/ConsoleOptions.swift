/// How the console looks and what it may do.
public struct ConsoleOptions: Hashable, Sendable {
    /// Whether colours are used.
    public enum Color: String, CaseIterable, Hashable, Sendable {
        /// Where the terminal has them, unless `NO_COLOR` is set and not empty.
        case auto
        /// Where the terminal has them.
        case always
        /// Never.
        case never
    }

    /// Whether nothing may be changed.
    public var isReadOnly = false
    /// Whether colours are used.
    public var color = Color.auto
    /// The name of the theme to begin with; `nil` for the one that was used last.
    public var theme: String?
    /// Whether the mouse is reported.
    ///
    /// Terminals select text with Shift then.
    public var hasMouse = true
    /// Whether lines and marks are drawn in ASCII.
    ///
    /// Texts stay what they are.
    public var isASCII = false
    /// Whether characters of ambiguous width take two columns, as on some Chinese, Japanese and Korean terminals.
    public var isAmbiguousWide = false
    /// Whether screen readers can follow.
    ///
    /// The terminal's cursor is on what is selected or read, no lines are drawn, nothing stands beside the list, and marks
    /// are ASCII.
    public var isForScreenReaders = false
    /// What people call the environment that the local defaults file belongs to.
    public var environment: String?

    /// The options to begin with.
    public init() {}

    /// The names of all themes.
    public static var themes: [String] { Theme.allCases.map(\.rawValue) }

    /// Whether colours are used where the terminal has them.
    func usesColours(variable: (String) -> String?) -> Bool {
        switch color {
        case .auto: (variable("NO_COLOR") ?? "").isEmpty
        case .always: true
        case .never: false
        }
    }
}
