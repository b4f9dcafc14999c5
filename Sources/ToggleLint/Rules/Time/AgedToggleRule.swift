import FeatureToggles
import ToggleManifest

/// Finds toggles that exceed the age limit of their category.
enum AgedToggleRule: ToggleRule {
    static let description = RuleDescription(
        identifier: "aged_toggle",
        area: .time,
        severity: .warning,
        summary: "a toggle that exceeds the age limit of its category",
        rationale: """
            A release toggle that is older than a few weeks is finished or forgotten. Toggles with an expiry date are \
            skipped until then: the date was a decision, which `expired_toggle`, `expiry_pushed_back`, and \
            `expiry_too_far` check. Permission and migration toggles live as long as what they permit or move.
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

    static func finding(about toggle: ToggleDeclaration, in facts: LintFacts) -> Finding? {
        let configuration = facts.configuration
        guard !toggle.details.isPermanent, let limit = configuration.ageLimit(of: toggle.category),
            let age = facts.age(of: toggle), age > limit,
            toggle.details.expires == nil || option("planned", in: configuration) > 0
        else { return nil }
        let advice = RemovalAdvice(toggle, facts)
        let more = toggle.details.expires == nil ? "set it an end" : "extend it"
        return facts.finding(
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
