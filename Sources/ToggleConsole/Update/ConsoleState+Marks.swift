#if OVERRIDES
import FeatureToggles

extension ConsoleState {
    /// Marks or unmarks the selected toggle, and moves to the next row.
    mutating func mark() {
        guard let toggle = selectedToggle else { return }
        if marks.remove(toggle.id) == nil { marks.insert(toggle.id) }
        if selectedRow + 1 < rows.count { move(to: selectedRow + 1) }
    }

    /// Begins or ends a range of marks.
    mutating func startRange() {
        guard range == nil else {
            range = nil
            return
        }
        range = (selectedRow, marks)
        extendRange()
        message = Message("move to mark a range; v ends it")
    }

    /// Marks the toggles between the beginning of the range and the cursor.
    mutating func extendRange() {
        guard let range, !rows.isEmpty else { return }
        marks = range.marks
        let lines = min(range.start, selectedRow)...max(range.start, selectedRow)
        for row in rows[lines.clamped(to: 0...max(0, rows.count - 1))] {
            if case .toggle(let index) = row { marks.insert(model.toggles[index].id) }
        }
    }

    /// Marks every toggle in the list, or unmarks all if they are all marked.
    mutating func markAll() {
        range = nil
        let shown = Set(shownIndices.map { model.toggles[$0].id })
        if shown.isSubset(of: marks) { marks.subtract(shown) } else { marks.formUnion(shown) }
        message = Message(marks.isEmpty ? "no marks" : "\(marks.count) marked; changes apply to all that are shown")
    }

    /// Pins the selected or marked toggles, or unpins them if they are all pinned.
    mutating func pin() -> [ConsoleEffect] {
        let keys = targetKeys
        return pin(keys, isPinned: !keys.isSubset(of: memory.pins))
    }

    /// Pins or unpins toggles.
    mutating func pin(_ keys: Set<String>, isPinned: Bool) -> [ConsoleEffect] {
        let effects = remember(isPinned ? .pin(keys) : .unpin(keys))
        let subject = keys.count == 1 ? keys.first ?? "" : "\(keys.count) toggles"
        message = Message("\(isPinned ? "pinned" : "unpinned") \(subject)", .success)
        return effects
    }

    /// The keys of the selected or marked toggles.
    var targetKeys: Set<String> { Set(targets.map { model.toggles[$0].key }) }

    /// Counts the pinned toggles that are declared; others may be pinned for another version of the manifest.
    mutating func countPins() {
        pinnedCount = 0
        guard !memory.pins.isEmpty else { return }
        for index in model.toggles.indices where memory.pins.contains(model.toggles[index].key) { pinnedCount += 1 }
    }
}
#endif
