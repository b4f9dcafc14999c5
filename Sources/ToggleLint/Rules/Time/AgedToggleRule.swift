import FeatureToggles
import ToggleManifest

/// Finds toggles that exceed the age limit of their category.
enum AgedToggleRule: LifecycleRule {
    static let description = RuleDescription(
        identifier: "aged_toggle",
        area: .time,
        severity: .warning,
        summary: "a toggle that is older than its category allows",
        rationale: """
            A release toggle that is older than a few weeks is either finished or forgotten. Toggles that say until when \
            they are needed are left alone until then: that day was somebody's decision, and `expired_toggle`, \
            `expiry_pushed_back` and `expiry_too_far` look after it. Permission and migration toggles live as long as what \
            they permit or move.
            """,
        options: [
            RuleOption("release", standard: 40, meaning: "days that a release toggle may live; 0 for any number"),
            RuleOption("experiment", standard: 40, meaning: "days that an experiment may live; 0 for any number"),
            RuleOption("ops", standard: 60, meaning: "days that an ops toggle may live; 0 for any number"),
            RuleOption("permission", standard: 0, meaning: "days that a permission toggle may live; 0 for any number"),
            RuleOption("migration", standard: 0, meaning: "days that a migration toggle may live; 0 for any number"),
            RuleOption("planned", standard: 0, meaning: "1 to find toggles, too, whose expiry is yet to come"),
        ],
        bad: [
            RuleExample(
                "A release toggle of 81 days that nobody has set an end.",
                toggles: """
                    new_checkout:
                      created: 2026-09-01
                    """
            ),
            RuleExample(
                "An ops toggle whose end is planned, in a team that does not want to hear of plans.",
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
                "It is as old, and its end is planned.",
                toggles: """
                    search_ranking:
                      category: ops
                      created: 2026-09-01
                      expires: 2026-12-31
                    """
            ),
            RuleExample(
                "It is meant to stay.",
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

    static func finding(about toggle: ToggleDeclaration, in facts: LifecycleFacts) -> Finding? {
        let configuration = facts.project.configuration
        guard !toggle.details.isPermanent, let limit = configuration.ageLimit(of: toggle.category),
            let age = facts.age(of: toggle), age > limit,
            toggle.details.expires == nil || option("planned", in: configuration) > 0
        else { return nil }
        let advice = RemovalAdvice(toggle, facts)
        let more = toggle.details.expires == nil ? "set it an end" : "extend it"
        return facts.project.finding(
            description,
            about: toggle,
            at: .created,
            message: """
                \(toggle.key.quoted) is \(age.counted("day")) old, and \(toggle.category.withArticle) should be gone after \
                \(limit.counted("day"))
                """,
            nextStep: "\(advice.step); if it is still needed, \(more) with \(toggle.extensionCommand)",
            related: advice.related
        )
    }
}
