#if !RELEASE || InternalBuild
extension LineConsole {
    /// The actions that ask for something other than toggles, which may stand behind their names.
    static let asking: Set<Action> = [
        .presets, .savePreset, .deletePreset, .exportPreset, .importPreset, .sort, .filterCategory, .filterSource,
        .filterType, .resetMany,
    ]

    /// Does an action and answers what it asks with what stood behind its name: `save-preset sale`, `sort key`.
    ///
    /// What a script has answered wrongly is not asked again: its next line is another command.
    mutating func perform(_ action: Action, answering text: String) -> Answer {
        let answer = perform(action)
        guard !answer.hasFailed else { return answer }
        answers = action == .exportPreset ? text.split(separator: " ", maxSplits: 1).map(String.init) : [text]
        isAnsweredAtOnce = true
        return answer.effects.contains(.loadPresets) ? answer : continueAnswering(Answer())
    }

    /// Gives the next answer that is there to the question that is open.
    ///
    /// - Parameter answer: What was to be said to that question otherwise.
    /// - Returns: What the answers lead to.
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

    /// Whether a prompt waits for what its answer comes to.
    private var isSending: Bool {
        guard case .prompt(let prompt) = state.layers.last else { return false }
        return prompt.isSent
    }

    /// Pins the toggles with these keys, or that of the cursor; or takes the pins away.
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
