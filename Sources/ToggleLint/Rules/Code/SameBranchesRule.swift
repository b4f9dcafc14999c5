import FeatureToggles
import ToggleManifest

/// Finds toggles that choose between two branches with the same code.
enum SameBranchesRule: LintRule {
    static let description = RuleDescription(
        identifier: "same_branches",
        area: .code,
        severity: .warning,
        summary: "a toggle that decides between twice the same code",
        rationale: """
            Whatever the toggle says, the same happens: what is left of a removal that somebody began, or a copy that was \
            to be changed and was not.
            """,
        bad: [
            RuleExample(
                "One page, or one page.",
                toggles: """
                    new_checkout:
                    """,
                source: """
                    func checkOut() {
                        if toggles.isEnabled(.newCheckout) { showOnePage() } else { showOnePage() }
                    }
                    """
            )
        ],
        good: [
            RuleExample(
                "One page, or three steps.",
                toggles: """
                    new_checkout:
                    """,
                source: """
                    func checkOut() {
                        if toggles.isEnabled(.newCheckout) { showOnePage() } else { startThreeSteps() }
                    }
                    """
            )
        ]
    )

    static func findings(in project: LintProject) -> [Finding] {
        (CodeFacts(project)?.uses ?? []).compactMap { toggle, use in
            guard let condition = use.condition, condition.hasSameBranches, use.place != .test else { return nil }
            let kept = condition.whenOn ?? condition.whenOff
            return project.finding(
                description,
                about: toggle,
                at: use,
                message: "the same code runs whether \(toggle.key.quoted) is on or off",
                nextStep: """
                    keep \(kept?.text.quoted ?? "one of the branches") and remove the condition at \(use.placeText); if a \
                    difference was meant, write it
                    """
            )
        }
    }
}
