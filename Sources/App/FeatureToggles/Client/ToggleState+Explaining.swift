extension ToggleState {
    /// Explains a toggle: what each source answers, and which one is decisive.
    func explanation(
        of toggle: ToggleDefinition,
        for context: EvaluationContext? = nil,
        kept: String? = nil,
        allowance: RuleAllowance? = nil
    ) -> Explanation {
        var steps: [Explanation.Step] = []
        let evaluation = resolve(toggle, for: context, kept: kept, allowance: allowance) { steps.append($0) }
        return Explanation(
            key: toggle.key,
            definition: toggle,
            evaluation: evaluation,
            steps: steps,
            remoteState: remote.state
        )
    }

    /// The unusable inputs that were skipped, such as unusable overrides and unreadable files.
    var problems: [ToggleProblem] { registryProblems + overrides.problems(in: self) + remote.problems }
}
