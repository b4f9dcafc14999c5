import ToggleManifest

/// Finds toggles without an expiry date.
enum MissingExpiryRule: ToggleRule {
    static let description = RuleDescription(
        identifier: "missing_expiry",
        area: .time,
        severity: .warning,
        summary: "a toggle that has no expiry date and isn't permanent",
        rationale: """
            You know best how long you'll need a toggle when you declare it, so that's the time to set an expiry date. \
            If the toggle is meant to stay, write `permanent: true` instead.
            """,
        bad: [
            RuleExample(
                "A toggle without an expiry date.",
                toggles: """
                    new_checkout:
                      created: 2026-11-10
                    """
            )
        ],
        good: [
            RuleExample(
                "A toggle with an expiry date.",
                toggles: """
                    new_checkout:
                      created: 2026-11-10
                      expires: 2026-12-20
                    """
            ),
            RuleExample(
                "A permanent toggle.",
                toggles: """
                    admin_tools:
                      category: permission
                      created: 2026-11-10
                      permanent: true
                    """
            ),
        ]
    )

    static func finding(about toggle: ToggleDeclaration, in facts: LintFacts) -> Finding? {
        // With a default lifetime, only the day on which it begins is unknown.
        guard toggle.details.expires == nil, !toggle.details.isPermanent, toggle.lifetime == nil else { return nil }
        let limit = facts.configuration.ageLimit(of: toggle.category) ?? 180
        let day = facts.today.adding(days: limit)
        return facts.finding(
            description,
            about: toggle,
            message: "\(toggle.key.quoted) has no expiry and is not permanent",
            nextStep: """
                add the day by which it should be removed, such as ‘expires: \(day)’; if it is here to stay, add \
                ‘permanent: true’
                """
        )
    }
}
