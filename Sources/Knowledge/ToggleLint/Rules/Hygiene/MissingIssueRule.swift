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
            A ticket explains why a toggle exists, and is a good place to plan its removal. The rule is off by \
            default, because not every team uses tickets. Permanent toggles, and those that are due for removal, don't \
            need one.
            """,
        bad: [
            RuleExample(
                "A toggle without a ticket.",
                toggles: "new_checkout:",
                lint: """
                    rules:
                      missing_issue: warning
                    """
            )
        ],
        good: [
            RuleExample(
                "A toggle with a ticket.",
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
                "A project that doesn't enable the rule.",
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
