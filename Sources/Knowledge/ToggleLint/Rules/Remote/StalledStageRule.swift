import ToggleBase
import ToggleManifest

/// Finds migrations that stay in one stage for too long.
enum StalledStageRule: ToggleRule {
    static let description = RuleDescription(
        identifier: "stalled_stage",
        area: .remote,
        severity: .warning,
        summary: "a migration that has been in one stage for too long",
        rationale: """
            While a migration is stalled, you keep paying for it: every change is written twice, two stores have to be \
            maintained, and some users stop using the app while their data is still in the old store. The date of the \
            last change comes from the document's git history or, without one, from its metadata. If the document \
            doesn't have the parameter, the date comes from the git history of the default in the manifest. If there's \
            no document to check, the finding is a note.
            """,
        options: [
            RuleOption("off", standard: 0, meaning: "days before a migration begins; 0 for no limit"),
            RuleOption("dualwrite", standard: 30, meaning: "days in this stage; 0 for no limit"),
            RuleOption("shadow", standard: 30, meaning: "days in this stage; 0 for no limit"),
            RuleOption("live", standard: 30, meaning: "days in this stage; 0 for no limit"),
            RuleOption("rampdown", standard: 90, meaning: "days in this stage; 0 for no limit"),
            RuleOption(
                "rollout",
                standard: 30,
                meaning: "days without progress in a rollout between stages; 0 for no limit"
            ),
        ],
        bad: [
            RuleExample(
                "Both stores have been written to since August.",
                toggles: """
                    book_store:
                      category: migration
                    """,
                document: SkippedStageRule.stagesDocument("dualwrite"),
                revisions: SkippedStageRule.stages([("2026-08-01", "off"), ("2026-08-20", "dualwrite")])
            ),
            RuleExample(
                "A rollout to a tenth of the users that was never continued.",
                toggles: """
                    book_store:
                      category: migration
                    """,
                document: SkippedStageRule.stagesDocument("shadow", tenth),
                revisions: [
                    RuleExample.Revision("2026-08-20", SkippedStageRule.stagesDocument("shadow")),
                    RuleExample.Revision("2026-10-01", SkippedStageRule.stagesDocument("shadow", tenth)),
                ]
            ),
        ],
        good: [
            RuleExample(
                "Both stores have been written to since last week.",
                toggles: """
                    book_store:
                      category: migration
                    """,
                document: SkippedStageRule.stagesDocument("dualwrite"),
                revisions: SkippedStageRule.stages([("2026-08-01", "off"), ("2026-11-14", "dualwrite")])
            ),
            RuleExample(
                "A project with a higher limit.",
                toggles: """
                    book_store:
                      category: migration
                    """,
                lint: """
                    rules:
                      stalled_stage: { rampdown: 200 }
                    """,
                document: SkippedStageRule.stagesDocument("rampdown"),
                revisions: SkippedStageRule.stages([("2026-06-20", "rampdown")])
            ),
        ]
    )

    /// An abandoned rollout, for an example.
    private static let tenth = #", "targeting": {"fractional": [["shadow", 90], ["live", 10]]}"#

    static func finding(about toggle: ToggleDeclaration, in facts: LintFacts) -> Finding? {
        guard !toggle.details.isPermanent, let stages = facts.stages[toggle.key], stages.stage != .complete,
            let since = stages.since
        else { return nil }
        let limit = option(stages.stage?.rawValue ?? "rollout", in: facts.configuration)
        let days = since.days(until: facts.today)
        guard limit > 0, days > limit else { return nil }
        let key = toggle.key.quoted
        guard let stage = stages.stage, let next = stage.next else {
            return stages.finding(
                description,
                message: """
                    users are at different stages of \(key), and nothing has changed since \(since) (\(days.counted("day")))
                    """,
                nextStep: """
                    give the later stage a larger share at \(stages.place), or move all users back to the earlier one
                    """
            )
        }
        let back = stage.previous.map { "step back to \($0.rawValue.quoted)" }
        return stages.finding(
            description,
            message: """
                \(key) has been at \(stage.rawValue.quoted) since \(since) (\(days.counted("day"))), and should leave it \
                after \(limit.counted("day"))
                """,
            nextStep: """
                when \(stage.goal), go on to \(next.rawValue.quoted) at \(stages.place); if that is not planned, \
                \(back ?? "remove the toggle from \(facts.project.manifestPath(of: toggle))")
                """
        )
    }
}
