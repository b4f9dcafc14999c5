import ToggleBase
import ToggleManifest

/// Finds expiry dates too far ahead to be useful.
enum ExpiryTooFarRule: ToggleRule {
    static let description = RuleDescription(
        identifier: "expiry_too_far",
        area: .time,
        severity: .warning,
        summary: "an expiry date that is too far ahead",
        rationale: """
            An expiry date that is two years away is as good as none, because the toggle's author may have left by \
            then. The limit is the category's age limit in `aged_toggle`, multiplied by `times`. By default, that's \
            120 days for release toggles and experiments, and 180 days for ops toggles; the other categories have no \
            limit.
            """,
        options: [
            RuleOption("times", standard: 3, meaning: "multiple of the category's age limit")
        ],
        bad: [
            RuleExample(
                "A release toggle with an expiry date two years ahead.",
                toggles: """
                    new_checkout:
                      created: 2026-11-01
                      expires: 2028-12-31
                    """
            )
        ],
        good: [
            RuleExample(
                "A release toggle with an expiry date three months ahead.",
                toggles: """
                    new_checkout:
                      created: 2026-11-01
                      expires: 2027-02-28
                    """
            ),
            RuleExample(
                "A migration toggle, which has no limit.",
                toggles: """
                    order_store:
                      category: migration
                      created: 2026-11-01
                      expires: 2028-06-01
                    """
            ),
        ]
    )

    static func finding(about toggle: ToggleDeclaration, in facts: LintFacts) -> Finding? {
        let today = facts.today
        guard let expires = toggle.details.expires,
            let limit = facts.configuration.expiryLimit(of: toggle.category),
            today.days(until: expires) > limit
        else { return nil }
        return facts.finding(
            description,
            about: toggle,
            at: .expires,
            message: """
                \(toggle.key.quoted) expires on \(expires), in \(today.days(until: expires).counted("day")); \
                \(toggle.category.withArticle) should need no more than \(limit.counted("day"))
                """,
            nextStep: """
                set ‘expires:’ to \(today.adding(days: limit)) or earlier; if it is here to stay, write ‘permanent: \
                true’ instead and add the reason to ‘description:’
                """
        )
    }
}
