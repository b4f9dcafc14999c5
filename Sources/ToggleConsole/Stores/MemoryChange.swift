/// What happens to what the console remembers.
package enum MemoryChange: Hashable, Sendable {
    /// A change of overrides was written: a new step of the history, or one that was undone or done again.
    case history(OverrideChange)
    case pin(Set<String>)
    case unpin(Set<String>)
    /// A theme was chosen, by its name.
    case theme(String)
}

extension ConsoleMemory {
    /// Notes what happened.
    ///
    /// The console and the command line do so in the same way, whatever others noted before.
    package mutating func apply(_ change: MemoryChange) {
        switch change {
        case .history(let change): note(change)
        case .pin(let keys): pins.formUnion(keys)
        case .unpin(let keys): pins.subtract(keys)
        case .theme(let name): theme = name
        }
    }

    /// A new step can be undone, and what was undone before cannot be done again; another one moves to the other side.
    private mutating func note(_ change: OverrideChange) {
        let step = change.step
        switch change.purpose {
        case .edit:
            undo.append(step)
            redo = []
        case .undo:
            if let index = undo.lastIndex(of: step) { undo.remove(at: index) }
            redo.append(step)
        case .redo:
            if let index = redo.lastIndex(of: step) { redo.remove(at: index) }
            undo.append(step)
        }
        trim()
    }

    /// Whether the history has the step that a change undoes or does again.
    func allows(_ change: OverrideChange) -> Bool {
        switch change.purpose {
        case .edit: true
        case .undo: undo.contains(change.step)
        case .redo: redo.contains(change.step)
        }
    }

    /// Forgets the oldest changes beyond the limit.
    mutating func trim() {
        undo.removeFirst(max(0, undo.count - Self.historyLimit))
        redo.removeFirst(max(0, redo.count - Self.historyLimit))
    }
}
