extension ConsoleMemory {
    /// What is in the file together with what happened here.
    ///
    /// Another console may have written the file meanwhile: what it pinned stays pinned, what it did can still be undone.
    ///
    /// - Parameters:
    ///   - file: What the file holds now.
    ///   - base: What was remembered here when the file was read or written the last time.
    /// - Returns: What to write.
    func merged(with file: ConsoleMemory, since base: ConsoleMemory) -> ConsoleMemory {
        var result = file
        result.pins.formUnion(pins.subtracting(base.pins))
        result.pins.subtract(base.pins.subtracting(pins))
        if theme != base.theme { result.theme = theme }
        result.undo = Self.merged(undo, with: file.undo, since: base.undo)
        result.redo = Self.merged(redo, with: file.redo, since: base.redo)
        result.trim()
        return result
    }

    private static func merged(
        _ own: [OverrideChange],
        with file: [OverrideChange],
        since base: [OverrideChange]
    ) -> [OverrideChange] {
        if file == base { return own }
        let common = zip(own, base).prefix { $0 == $1 }.count
        var result = file
        for step in base[common...].reversed() {
            if let index = result.lastIndex(of: step) { result.remove(at: index) }
        }
        return result + own[common...]
    }

    /// Forgets the oldest changes beyond the limit.
    mutating func trim() {
        undo.removeFirst(max(0, undo.count - Self.historyLimit))
        redo.removeFirst(max(0, redo.count - Self.historyLimit))
    }

    /// Notes a change that was made: it can be undone, and what was undone before cannot be done again.
    package mutating func record(_ change: OverrideChange) {
        undo.append(OverrideChange(change.edits, title: change.title))
        redo = []
        trim()
    }

    /// Notes that the newest change of the history was undone or done again.
    ///
    /// - Parameters:
    ///   - change: The change as it stands in the history.
    ///   - purpose: What was done with it.
    package mutating func move(_ change: OverrideChange, by purpose: OverrideChange.Purpose) {
        switch purpose {
        case .edit:
            record(change)
        case .undo:
            if let index = undo.lastIndex(of: change) { undo.remove(at: index) }
            redo.append(change)
        case .redo:
            if let index = redo.lastIndex(of: change) { redo.remove(at: index) }
            undo.append(change)
        }
        trim()
    }
}
