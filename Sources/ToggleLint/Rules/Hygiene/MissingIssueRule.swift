import FeatureToggles
import ToggleManifest

/// Finds toggles without a ticket.
enum MissingIssueRule: ToggleRule {
    static let description = RuleDescription(
        identifier: "missing_issue",
        area: .hygiene,
        severity: .warning,
        isOn: false,
        summary: "a toggle without a ticket",
        rationale: """
            A ticket says why a toggle exists, and is the place to plan its removal; toggles with a ticket live \
            shorter. The rule is off by default, because not every team uses tickets. Permanent toggles, and those \
            that are due for removal, need none.
            """,
        bad: [
            RuleExample(
                "Nobody planned its removal.",
                toggles: "new_checkout:",
                lint: """
                    rules:
                      missing_issue: warning
                    """
            )
        ],
        good: [
            RuleExample(
                "Its ticket is named.",
                toggles: """
                    new_checkout:
                      issue: https://example.com/PAY-123
                    """,
                lint: """
                    rules:
                      missing_issue: warning
                    """
            ),
            RuleExample(
                "A team without tickets.",
                toggles: "new_checkout:"
            ),
        ]
    )

    static func finding(about toggle: ToggleDeclaration, in facts: LintFacts) -> Finding? {
        guard toggle.details.issue == nil, !toggle.details.isPermanent else { return nil }
        return facts.finding(
            description,
            about: toggle,
            message: "\(toggle.key.quoted) has no ticket",
            nextStep: "file a ticket for its removal, and write it after ‘issue:’ at \(facts.place(of: toggle))"
        )
    }
}
