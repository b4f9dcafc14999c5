extension ToggleState {
    /// Explains a toggle: what each source answers, and which one is decisive.
    func explanation(
        of toggle: ToggleDefinition,
        for context: EvaluationContext? = nil,
        kept: String? = nil,
        allowance: RuleAllowance? = nil
    ) -> Explanation {
        var steps: [Explanation.Step] = []
        let resolved = resolve(toggle, for: context, kept: kept, allowance: allowance) { answer, isDecisive in
            steps.append(
                Explanation.Step(
                    source: answer.source,
                    origin: answer.origin,
                    answer: answer.answer,
                    rule: answer.rule,
                    isDecisive: isDecisive
                )
            )
        }
        return Explanation(
            key: toggle.key,
            definition: toggle,
            evaluation: Evaluation(
                value: resolved.value,
                variant: resolved.variant,
                reason: resolved.reason,
                source: resolved.source,
                error: resolved.error
            ),
            steps: steps,
            remoteState: remote.state
        )
    }

    /// The unusable inputs that were skipped, such as overrides of unknown toggles and unreadable files.
    var problems: [ToggleProblem] {
        var result = registryProblems
        #if OVERRIDES
        result += texts.problems
        func report(_ key: String, _ source: ToggleSource, _ origin: String, among keys: some Collection<String>) {
            let hint = Suggestion.closest(to: key, in: keys).map { "; did you mean ‘\($0)’?" } ?? ""
            result.append(
                ToggleProblem(source: source, origin: origin, message: "there is no toggle ‘\(key)’\(hint)")
            )
        }
        for (key, override) in texts.arguments.sorted(by: { $0.key < $1.key }) where !hasToggle(key) {
            report(key, .launchArgument, override.origin, among: definitions.lazy.map(\.key))
        }
        for (key, override) in texts.environment.sorted(by: { $0.key < $1.key }) where !hasToggle(key) {
            report(key, .environment, override.origin, among: definitions.lazy.map(\.key))
        }
        result += localDefaultsProblems
        if let followingProblem { result.append(followingProblem) }
        for key in localDefaults.keys.sorted() where !hasToggle(key) {
            report(key, .localDefaults, localDefaultsPath ?? "", among: definitions.lazy.map(\.key))
        }
        #endif
        result += remote.problems
        return result
    }
}
