/// What the console remembers from one start to the next, for one local defaults file.
package struct ConsoleMemory: Hashable, Sendable {
    /// The keys of pinned toggles.
    package var pins: Set<String> = []
    /// Changes that can be undone, the newest last; at most ``ConsoleMemory/historyLimit``.
    package var undo: [OverrideChange] = []
    /// Changes that were undone and can be done again, the newest last.
    package var redo: [OverrideChange] = []
    /// The name of the theme, or `nil` for the first that suits the terminal.
    package var theme: String?

    /// How many changes can be undone.
    package static let historyLimit = 200

    package init() {}
}
