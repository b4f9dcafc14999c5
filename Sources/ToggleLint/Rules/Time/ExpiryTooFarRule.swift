import FeatureToggles
import ToggleManifest

/// Finds expiry dates too far ahead to be useful.
enum ExpiryTooFarRule: LifecycleRule {
    static let description = RuleDescription(
        identifier: "expiry_too_far",
        area: .time,
        severity: .warning,
        summary: "an expiry that lies too far ahead",
        rationale: """
            An expiry in two years is a way of having none: whoever set it will have left by then. An expiry may lie as many \
            times the days ahead that `aged_toggle` allows for the category as `times` says; with its numbers that is 120 \
            days for release toggles and experiments, 180 for ops toggles, and any number for the others.
            """,
        options: [
            RuleOption("times", standard: 3, meaning: "how many times the days that the category may live lie ahead")
        ],
        bad: [
            RuleExample(
                "A release toggle that is to live for two years.",
                toggles: """
                    new_checkout:
                      created: 2026-11-01
                      expires: 2028-12-31
                    """
            )
        ],
        good: [
            RuleExample(
                "A longer piece of work.",
                toggles: """
                    new_checkout:
                      created: 2026-11-01
                      expires: 2027-02-28
                    """
            ),
            RuleExample(
                "A migration takes as long as it takes.",
                toggles: """
                    order_store:
                      category: migration
                      created: 2026-11-01
                      expires: 2028-06-01
                    """
            ),
        ]
    )

    static func finding(about toggle: ToggleDeclaration, in facts: LifecycleFacts) -> Finding? {
        let today = facts.project.today
        guard let expires = toggle.details.expires,
            let limit = facts.project.configuration.expiryLimit(of: toggle.category),
            today.days(until: expires) > limit
        else { return nil }
        return facts.project.finding(
            description,
            about: toggle,
            at: .expires,
            message: """
                \(toggle.key.quoted) expires on \(expires), in \(today.days(until: expires).counted("day")); \
                \(toggle.category.withArticle) should need no more than \(limit.counted("day"))
                """,
            nextStep: """
                write a day up to \(today.later(byDays: limit)) after ‘expires:’; if it is here to stay, write ‘permanent: \
                true’ instead, and the reason into ‘description:’
                """
        )
    }
}
