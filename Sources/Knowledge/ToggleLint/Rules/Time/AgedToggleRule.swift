import ToggleBase
import ToggleManifest

/// Finds toggles that exceed the age limit of their category.
enum AgedToggleRule: ToggleRule {
    static let description = RuleDescription(
        identifier: "aged_toggle",
        area: .time,
        severity: .warning,
        summary: "a toggle that exceeds the age limit of its category",
        rationale: """
            A release toggle that has been around for more than a few weeks has usually shipped or been forgotten. If \
            a toggle has an expiry date, `expired_toggle`, `expiry_pushed_back`, and `expiry_too_far` check that date \
            instead. By default, permission and migration toggles have no age limit, because they're needed for as \
            long as the permission or the migration exists.
            """,
        options: [
            RuleOption("release", standard: 40, meaning: "maximum age of release toggles in days; 0 for no limit"),
            RuleOption("experiment", standard: 40, meaning: "maximum age of experiments in days; 0 for no limit"),
            RuleOption("ops", standard: 60, meaning: "maximum age of ops toggles in days; 0 for no limit"),
            RuleOption("permission", standard: 0, meaning: "maximum age of permission toggles in days; 0 for no limit"),
            RuleOption("migration", standard: 0, meaning: "maximum age of migration toggles in days; 0 for no limit"),
            RuleOption("planned", standard: 0, meaning: "1 to also report toggles with an expiry date in the future"),
        ],
        bad: [
            RuleExample(
                "A release toggle that is 81 days old and has no expiry date.",
                toggles: """
                    new_checkout:
                      created: 2026-09-01
                    """
            ),
            RuleExample(
                "An ops toggle with an expiry date, in a project that sets `planned` to 1.",
                toggles: """
                    search_ranking:
                      category: ops
                      created: 2026-09-01
                      expires: 2026-12-31
                    """,
                lint: """
                    rules:
                      aged_toggle: { planned: 1 }
                    """
            ),
        ],
        good: [
            RuleExample(
                "An ops toggle of the same age with an expiry date.",
                toggles: """
                    search_ranking:
                      category: ops
                      created: 2026-09-01
                      expires: 2026-12-31
                    """
            ),
            RuleExample(
                "A permanent toggle.",
                toggles: """
                    reviews:
                      category: ops
                      default: true
                      created: 2025-06-01
                      permanent: true
                      description: Shows the stars of a product; switch it off when the review service is slow.
                    """
            ),
        ]
    )

    static func finding(about toggle: ToggleDeclaration, in facts: LintFacts) -> Finding? {
        let configuration = facts.configuration
        guard !toggle.details.isPermanent, let limit = configuration.ageLimit(of: toggle.category),
            let age = facts.age(of: toggle), age > limit,
            toggle.details.expires == nil || option("planned", in: configuration) > 0
        else { return nil }
        let advice = RemovalAdvice(toggle, facts)
        let more = toggle.details.expires == nil ? "give it an expiry date" : "extend it"
        return facts.finding(
            description,
            about: toggle,
            at: .created,
            message: """
                \(toggle.key.quoted) is \(age.counted("day")) old, and \(toggle.category.withArticle) should be removed after \
                \(limit.counted("day"))
                """,
            nextStep: "\(advice.step). To keep the toggle, \(more) with \(toggle.extensionCommand)",
            related: advice.related
        )
    }
}
