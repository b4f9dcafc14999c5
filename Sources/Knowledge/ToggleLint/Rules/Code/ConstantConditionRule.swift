import ToggleManifest

/// Finds conditions that have the same value for both values of their toggle.
enum ConstantConditionRule: LintRule {
    static let description = RuleDescription(
        identifier: "constant_condition",
        area: .code,
        severity: .warning,
        summary: "a condition that doesn't depend on its toggle",
        rationale: """
            A leftover `|| true` or `&& false` overrides the toggle: you can still change it, but that no longer has \
            any effect.
            """,
        bad: [
            RuleExample(
                "A leftover `|| true`.",
                toggles: "new_checkout:",
                source: """
                    func checkOut() {
                        if toggles.isEnabled(.newCheckout) || true { showOnePage() } else { startThreeSteps() }
                    }
                    """
            )
        ],
        good: [
            RuleExample(
                "The other operand is not a constant.",
                toggles: "new_checkout:",
                source: """
                    func checkOut() {
                        if toggles.isEnabled(.newCheckout) || isEmployee { showOnePage() } else { startThreeSteps() }
                    }
                    """
            )
        ]
    )

    static func findings(in facts: LintFacts) -> [Finding] {
        facts.certainUses.compactMap { toggle, use in
            guard let constant = use.condition?.constant, use.place != .test else { return nil }
            return facts.finding(
                description,
                about: toggle,
                at: use,
                message: "this condition is always \(constant), regardless of \(toggle.key.quoted)",
                nextStep: """
                    remove the constant from the condition at \(use.placeText); if it is intended, keep the code that \
                    runs when it is \(constant) and remove the rest
                    """
            )
        }
    }
}
