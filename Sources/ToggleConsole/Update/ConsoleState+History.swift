#if OVERRIDES
import FeatureToggles

extension ConsoleState {
    /// The maximum number of overrides that an undo may change without confirmation.
    private static var largestUnasked: Int { 10 }

    /// Undoes the newest change, or redoes the change undone last.
    ///
    /// If another program has changed one of its overrides since, nothing is written until the user confirms.
    ///
    /// - Parameter purpose: Whether to undo or redo.
    /// - Returns: The write, if there is one.
    mutating func travel(_ purpose: OverrideChange.Purpose) -> [ConsoleEffect] {
        var effects: [ConsoleEffect] = []
        passedOver = []
        for step in (purpose == .undo ? memory.undo : memory.redo).reversed() {
            let change = step.travelling(purpose)
            let now = change.over { currentOverride($0) }
            if now.isEffective { return effects + travel(step, change, now) }
            // Somebody else has done that already; the step before is what the person means.
            passedOver.append(step.title)
            effects += remember(.history(now))
        }
        if !passedOver.isEmpty {
            message = Message("nothing changed: \(passedOverText(purpose))", .warning)
            passedOver = []
        }
        return effects
    }

    /// Which steps were passed over, since they changed nothing.
    func passedOverText(_ purpose: OverrideChange.Purpose) -> String {
        let names = passedOver.count == 1 ? "‘\(passedOver[0])’ was" : "\(passedOver.count) steps were"
        return "\(names) \(purpose == .undo ? "undone" : "done again") already"
    }

    private mutating func travel(
        _ step: OverrideChange,
        _ change: OverrideChange,
        _ now: OverrideChange
    ) -> [ConsoleEffect] {
        let purpose = change.purpose
        let verb = purpose == .undo ? "Undo" : "Do again"
        // An override that already has the target value is not a conflict.
        let conflicts = zip(change.edits, now.edits).filter { $0 != $1 && $1.before != $1.after }
        if !conflicts.isEmpty {
            let lines = conflicts.map { edit, present in
                StyledText(
                    "\(edit.key) was \(edit.before.map(ValueText.short) ?? "inherit") and is "
                        + "\(present.before.map(ValueText.short) ?? "inherit") now; "
                        + "this would write \(edit.after.map(ValueText.short) ?? "inherit")"
                )
            }
            let title = "\(verb) \(step.title) anyway?"
            let reason = StyledText("Somebody else changed this since.")
            layers.append(.confirmation(Confirmation(title, lines: [reason] + lines, intent: .travel(now))))
        } else if change.edits.count > Self.largestUnasked {
            let title = "\(verb): \(step.title)?"
            layers.append(.confirmation(Confirmation(title, lines: diffLines(change.edits), intent: .travel(now))))
        } else {
            return write(now)
        }
        return []
    }

    /// Undoes or redoes a step after the user's confirmation.
    mutating func travel(_ change: OverrideChange) -> [ConsoleEffect] {
        guard newestStep(change.purpose) == change.step else {
            message = Message("nothing was changed, since somebody else changed the history meanwhile", .warning)
            return []
        }
        return write(change)
    }

    private func newestStep(_ purpose: OverrideChange.Purpose) -> OverrideChange? {
        purpose == .undo ? memory.undo.last : memory.redo.last
    }

    // MARK: Saved state

    /// Applies a change of the saved state and sends it to the backend.
    mutating func remember(_ change: MemoryChange) -> [ConsoleEffect] {
        note(change)
        return [.remember(change)]
    }

    /// Applies a change of the saved state before the backend stores it.
    mutating func note(_ change: MemoryChange) {
        unanswered.append(change)
        settle(nil, remembered)
    }

    /// Adopts the stored state, which includes an answered change.
    mutating func settle(_ answered: MemoryChange?, _ newMemory: ConsoleMemory) {
        if let answered, let index = unanswered.firstIndex(of: answered) { unanswered.remove(at: index) }
        remembered = newMemory
        let pins = memory.pins
        memory = newMemory
        for change in unanswered { memory.apply(change) }
        guard memory.pins != pins else { return }
        canNarrow = false
        countPins()
        if view == .pinned || dependsOnValues { rebuildRows(keepingSelection: true) }
    }
}
#endif
