/// The console's persistent state for one local defaults file.
package struct ConsoleMemory: Hashable, Sendable {
    /// The keys of pinned toggles.
    package var pins: Set<String> = []
    /// The changes that can be undone, newest last, at most ``ConsoleMemory/historyLimit``.
    package var undo: [OverrideChange] = []
    /// The undone changes that can be redone, newest last.
    package var redo: [OverrideChange] = []
    /// The name of the theme, or `nil` for the first one that suits the terminal.
    package var theme: String?

    /// The maximum number of changes that can be undone.
    package static let historyLimit = 200

    package init() {}
}
