#if OVERRIDES

/// The results of changes, and the steps of the history.
extension ConsoleState {
    /// Handles the result of a change.
    mutating func finish(_ change: OverrideChange, failure: String?, _ memory: ConsoleMemory?) {
        edits.finish(change, isWritten: failure == nil, memory: memory, overrides: toggles.model.overrides)
        updatePins()
        let file = editedFiles.finish(change)
        if let failure {
            leaveFile(file, failure, .failure)
        } else {
            countStep(change.purpose)
            let (text, isWarning) = edits.outcome(of: change, in: toggles, arrow: glyphs.arrow)
            say(text, isWarning ? .warning : .success)
        }
    }

    /// Undoes the newest change, or redoes the last undone change.
    ///
    /// If another program has changed one of its overrides since, or a remote document was changed after it, nothing is
    /// written until the user confirms.
    mutating func applyNextStep(_ purpose: OverrideChange.Purpose) -> [ConsoleEffect] {
        let (step, requests) = edits.nextStep(purpose, overrides: toggles.model.overrides)
        let effects = requests.map(ConsoleEffect.init)
        guard let step else {
            if let skipped = edits.skippedText(purpose) { say("nothing changed: \(skipped)", .warning) }
            return effects
        }
        let verb = purpose == .undo ? "Undo" : "Redo"
        let conflicts = step.conflicts
        let reminder = purpose == .undo ? documentReason.map { StyledText($0.sentence) } : nil
        if !conflicts.isEmpty {
            let lines = conflicts.map { recorded, current in
                let (before, after) = (ValueText.short(recorded.before), ValueText.short(recorded.after))
                let now = ValueText.short(current.before)
                return StyledText("\(recorded.key) was \(before) and is \(now) now; this would write \(after)")
            }
            let reason = StyledText("Another program has changed this since.")
            let title = "\(verb) \(step.change.title) anyway?"
            let reasons = [reminder, reason].compactMap(\.self)
            show(Confirmation(title, reasons + lines, intent: .applyStep(step.change)))
        } else if let reminder {
            let lines = [reminder] + diffLines(step.recorded.edits)
            show(Confirmation("Undo \(step.change.title) instead?", lines, intent: .applyStep(step.change)))
        } else if step.change.edits.count > OverrideEdits.unconfirmedEditLimit {
            let lines = diffLines(step.recorded.edits)
            show(Confirmation("\(verb): \(step.change.title)?", lines, intent: .applyStep(step.change)))
        } else {
            return effects + edits.write(step.change).map(ConsoleEffect.init)
        }
        return effects
    }

    /// Counts a step that was written since a remote document was changed.
    private mutating func countStep(_ purpose: OverrideChange.Purpose) {
        documentChange?.newerSteps += purpose == .undo ? -1 : 1
    }

    /// Why the next undo doesn't revert the last change: it was that of a remote document.
    var documentReason: String? {
        guard let documentChange, documentChange.newerSteps == 0 else { return nil }
        let path = documentChange.path
        return "the last change was that of \(path), which undo doesn't revert; change the document again (D)"
    }
}

extension String {
    /// The text as a sentence.
    fileprivate var sentence: String { "\(prefix(1).uppercased())\(dropFirst())." }
}
#endif
