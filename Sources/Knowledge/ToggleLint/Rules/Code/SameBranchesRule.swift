import ToggleBase
import ToggleManifest

/// Finds toggles that choose between two branches with the same code.
enum SameBranchesRule: LintRule {
    static let description = RuleDescription(
        identifier: "same_branches",
        area: .code,
        severity: .warning,
        summary: "a toggle with the same code in both branches",
        rationale: """
            If both branches do the same thing, the toggle has no effect. Either its removal was left unfinished, or \
            code was copied and never changed.
            """,
        bad: [
            RuleExample(
                "Both branches show one page.",
                toggles: "new_checkout:",
                source: """
                    func checkOut() {
                        if toggles.isEnabled(.newCheckout) { showOnePage() } else { showOnePage() }
                    }
                    """
            )
        ],
        good: [
            RuleExample(
                "The branches differ.",
                toggles: "new_checkout:",
                source: """
                    func checkOut() {
                        if toggles.isEnabled(.newCheckout) { showOnePage() } else { startThreeSteps() }
                    }
                    """
            )
        ]
    )

    static func findings(in facts: LintFacts) -> [Finding] {
        facts.certainUses.compactMap { toggle, use in
            guard let condition = use.condition, condition.hasSameBranches, use.place != .test else { return nil }
            let kept = condition.whenOn ?? condition.whenOff
            return facts.finding(
                description,
                about: toggle,
                at: use,
                message: toggle.type == .bool
                    ? "the same code runs whether \(toggle.key.quoted) is on or off"
                    : "the same code runs whatever the value of \(toggle.key.quoted) is",
                nextStep: """
                    keep \(kept?.text.quoted ?? "one of the branches") and remove the condition at \(use.placeText); \
                    if the branches should differ, change one of them
                    """
            )
        }
    }
}
