import FeatureToggles
import ToggleManifest

/// Finds toggles without a ticket.
enum MissingIssueRule: LintRule {
    static let description = RuleDescription(
        identifier: "missing_issue",
        area: .hygiene,
        severity: .warning,
        isOn: false,
        summary: "a toggle without a ticket",
        rationale: """
            A ticket says why there is a toggle and is where its removal is planned; toggles with one live shorter. It is \
            off at first, since not every team has tickets: one that has switches it on. Permanent toggles need none, nor \
            do those that are to be removed.
            """,
        bad: [
            RuleExample(
                "Nobody planned its removal.",
                toggles: """
                    new_checkout:
                    """,
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
                toggles: """
                    new_checkout:
                    """
            ),
        ]
    )

    static func findings(in project: LintProject) -> [Finding] {
        let facts = LifecycleFacts(project)
        return project.manifest.toggles.compactMap { toggle in
            guard toggle.details.issue == nil, !toggle.details.isPermanent, !facts.isLeaving(toggle) else { return nil }
            return project.finding(
                description,
                about: toggle,
                message: "\(toggle.key.quoted) has no ticket",
                nextStep: "file a ticket for its removal, and write it after ‘issue:’ at \(project.place(of: toggle))"
            )
        }
    }
}
