#if OVERRIDES
extension LineConsole {
    /// The actions that ask for something other than toggles; the answer can follow their names.
    static let asking: Set<Action> = [
        .presets, .savePreset, .deletePreset, .exportPreset, .importPreset, .sort, .filterCategory, .filterSource,
        .filterType, .resetMany,
    ]

    /// Performs an action and answers its questions with the text after its name: `save-preset sale`, `sort key`.
    ///
    /// A question with an invalid answer is not repeated, because the next line of a script is another command.
    mutating func perform(_ action: Action, answering text: String) -> Answer {
        let answer = perform(action)
        guard !answer.hasFailed else { return answer }
        answers = action == .exportPreset ? text.split(separator: " ", maxSplits: 1).map(String.init) : [text]
        isAnsweredAtOnce = true
        return answer.effects.contains(.loadPresets) ? answer : continueAnswering(Answer())
    }

    /// Passes the next available answer to the open question.
    ///
    /// - Parameter answer: The output if there is no answer for that question.
    /// - Returns: The result of the answers.
    mutating func continueAnswering(_ answer: Answer) -> Answer {
        guard isAnsweredAtOnce else { return answer }
        var answer = answer
        while !answer.hasFailed, !answers.isEmpty, !state.layers.isEmpty {
            let next = handle(line: answers.removeFirst())
            answer = Answer(lines: next.lines, effects: answer.effects + next.effects, hasFailed: next.hasFailed)
        }
        if answer.hasFailed {
            answers = []
            state.layers = []
            answer.lines = Array(answer.lines.prefix(1))
        }
        isAnsweredAtOnce = !answers.isEmpty || isSending
        return answer
    }

    /// Whether a prompt is waiting for the result of its answer.
    private var isSending: Bool {
        guard case .prompt(let prompt) = state.layers.last else { return false }
        return prompt.isSent
    }

    /// Pins or unpins the toggles with these keys, or the selected one without keys.
    mutating func pin(_ rest: String, isPinned: Bool) -> Answer {
        let keys = rest.split(separator: " ").map(String.init)
        for key in keys {
            if let refusal = select(key) { return refusal }
        }
        if let reason = state.disabledReason(.pin) { return .refusal("warning: \(reason)") }
        return speak(state.pin(keys.isEmpty ? state.targetKeys : Set(keys), isPinned: isPinned))
    }
}
#endif
