/// The console's persistent state for one local defaults file.
package struct ConsoleMemory: Hashable, Sendable {
    /// The keys of pinned toggles.
    package var pins: Set<String> = []
    /// The changes that can be undone, newest last, at most ``ConsoleMemory/historyLimit``.
    package var undo: [OverrideChange] = []
    /// The undone changes that can be redone, newest last.
    package var redo: [OverrideChange] = []
    /// The name of the theme, or `nil` for the first one that the terminal supports.
    package var theme: String?

    /// The maximum number of changes that can be undone.
    package static let historyLimit = 200

    package init() {}
}

/// A change of the console's saved state.
package enum MemoryChange: Hashable, Sendable {
    /// A change of overrides was written: a new, undone, or redone step of the history.
    case history(OverrideChange)
    case pin(Set<String>)
    case unpin(Set<String>)
    /// A theme was selected, by its name.
    case theme(String)
}

extension ConsoleMemory {
    /// Applies a change.
    ///
    /// The console and the command line both apply changes to the current stored state, which others may have changed.
    package mutating func apply(_ change: MemoryChange) {
        switch change {
        case .history(let change): note(change)
        case .pin(let keys): pins.formUnion(keys)
        case .unpin(let keys): pins.subtract(keys)
        case .theme(let name): theme = name
        }
    }

    /// Records a change in the history.
    ///
    /// A new step clears the redo steps; an undone or redone step moves to the other list.
    private mutating func note(_ change: OverrideChange) {
        var step = change.step
        switch change.purpose {
        case .edit:
            step.time = change.time
            undo.append(step)
            redo = []
        case .undo:
            if let index = undo.lastIndex(of: step) { step = undo.remove(at: index) }
            redo.append(step)
        case .redo:
            if let index = redo.lastIndex(of: step) { step = redo.remove(at: index) }
            undo.append(step)
        }
        trim()
    }

    /// Returns whether the history contains the step that a change undoes or redoes.
    package func allows(_ change: OverrideChange) -> Bool {
        switch change.purpose {
        case .edit: true
        case .undo: undo.contains(change.step)
        case .redo: redo.contains(change.step)
        }
    }

    /// Removes the oldest changes beyond the limit.
    mutating func trim() {
        undo.removeFirst(max(0, undo.count - Self.historyLimit))
        redo.removeFirst(max(0, redo.count - Self.historyLimit))
    }
}
