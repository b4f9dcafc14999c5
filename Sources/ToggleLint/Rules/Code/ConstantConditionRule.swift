import FeatureToggles
import ToggleManifest

/// Finds conditions that have the same value for both values of their toggle.
enum ConstantConditionRule: LintRule {
    static let description = RuleDescription(
        identifier: "constant_condition",
        area: .code,
        severity: .warning,
        summary: "a condition that doesn't depend on its toggle",
        rationale: """
            `|| true` and `&& false` are left over from experiments, and disable the toggle for good: its operator \
            believes that it still works.
            """,
        bad: [
            RuleExample(
                "Somebody tried it out.",
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
                "The other half may be either.",
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
                message: "this condition is always \(constant), whatever \(toggle.key.quoted) says",
                nextStep: """
                    take the constant out of the condition at \(use.placeText); if it is meant, keep what runs when it is \
                    \(constant) and remove the rest
                    """
            )
        }
    }
}
