#if OVERRIDES

/// The results of changes, and the steps of the history.
extension ConsoleState {
    /// Handles the result of a change.
    mutating func finish(_ change: OverrideChange, failure: String?) {
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
        let effects = requests.map(ConsoleEffect.request)
        guard let step else {
            if let skipped = edits.skippedText(purpose) { say("nothing changed: \(skipped)", .warning) }
            return effects
        }
        let reminder = purpose == .undo ? documentReason?.sentence : nil
        guard let question = step.question(reminder: reminder) else {
            return effects + edits.write(step.change).map(ConsoleEffect.request)
        }
        let lines = question.reasons.map { StyledText($0) } + diffLines(question.edits)
        show(Confirmation(question.title, lines, intent: .request(.write(step.change))))
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
