import ToggleBase
import ToggleManifest

/// Finds migrations that skipped a stage.
enum SkippedStageRule: LintRule {
    static let description = RuleDescription(
        identifier: "skipped_stage",
        area: .remote,
        severity: .warning,
        summary: "a migration that skipped a stage",
        rationale: """
            Each stage of a migration prepares for the next one. Dual writes and the backfill fill the new store, and \
            `shadow` compares both stores. `live` compares them while the new store is authoritative, and `rampdown` \
            makes sure that you can still go back. If you skip a stage, you only notice later, when data is missing. \
            So users should move one stage at a time, in both directions. The only exception is that users can go from \
            `shadow` directly back to `off`, because the old store is authoritative from `off` to `shadow`. Once users \
            have read from the new store, they must not read from the old store again until it has received any writes \
            it missed.

            The linter compares the last two revisions in which the stages differ, from the working copy and the git \
            history of the document or, if the document doesn't have the parameter, of the default in the manifest. So \
            the finding disappears with the next change of the stages. The linter takes all stages into account, \
            whether they come from an `if` rule, a share, or the default variant. If the document doesn't define a \
            stage, the toggle's default counts. To compare two revisions, it looks for groups of users with the same \
            condition and the same share. If it can't identify a group, it only reports steps that users certainly \
            took. The finding is a note if the parameter was added to an existing document after the toggle had been \
            declared, because until then all users had the toggle's default. A change to a shared rule \
            (`$evaluators`) isn't detected, because its users count as the same group.

            It's normal for users to be at several stages at once, because you move them in groups, and testers may be \
            ahead. However, this rule reports a rollout between stages that aren't adjacent, because its next step \
            takes users past a stage. It also reports a migration in which some users are at `off` while others are at \
            `complete`, because each store then gets only some of the writes. If some users are at `off` while others \
            are at `live` or `rampdown`, or some are at `complete` while others are at `dualwrite` or `shadow`, the \
            finding is a note. In these cases, one group doesn't see what the other one writes, which matters if they \
            share records, or if users move from one rule to the other, such as when they update the app.
            """,
        bad: [
            RuleExample(
                "The new store is read, but was never compared.",
                toggles: migration,
                document: stagesDocument("live"),
                revisions: stages([("2026-11-01", "dualwrite"), ("2026-11-18", "live")])
            ),
            RuleExample(
                "A rule that moved testers from the old store directly to the new one.",
                toggles: migration,
                document: stagesDocument("off", testers("live")),
                revisions: [
                    RuleExample.Revision("2026-11-01", stagesDocument("off")),
                    RuleExample.Revision("2026-11-18", stagesDocument("off", testers("live"))),
                ]
            ),
            RuleExample(
                "A rollout that takes users past two stages.",
                toggles: migration,
                document: stagesDocument("off", #", "targeting": {"fractional": [["off", 90], ["live", 10]]}"#)
            ),
            RuleExample(
                "Some users write only to the old store, and others only to the new one.",
                toggles: migration,
                document: stagesDocument("off", testers("complete"))
            ),
            RuleExample(
                "Users went straight back to the old store, where some writes may have failed.",
                toggles: migration,
                document: stagesDocument("off"),
                revisions: stages([("2026-11-01", "live"), ("2026-11-18", "off")])
            ),
            RuleExample(
                "Users went back to the old store, which lacks the writes made at `complete`.",
                toggles: migration,
                document: stagesDocument("shadow"),
                revisions: stages([("2026-11-01", "complete"), ("2026-11-18", "shadow")])
            ),
        ],
        good: [
            RuleExample(
                "One stage at a time, and one step back.",
                toggles: migration,
                document: stagesDocument("shadow"),
                revisions: stages([
                    ("2026-11-01", "dualwrite"), ("2026-11-10", "shadow"), ("2026-11-12", "live"),
                    ("2026-11-18", "shadow"),
                ])
            ),
            RuleExample(
                "Testers first, one stage at a time.",
                toggles: migration,
                document: stagesDocument("dualwrite", testers("shadow")),
                revisions: [
                    RuleExample.Revision("2026-11-01", stagesDocument("off", testers("dualwrite"))),
                    RuleExample.Revision("2026-11-10", stagesDocument("off", testers("shadow"))),
                    RuleExample.Revision("2026-11-18", stagesDocument("dualwrite", testers("shadow"))),
                ]
            ),
        ]
    )

    static func findings(in facts: LintFacts) -> [Finding] {
        facts.manifest.toggles.flatMap { toggle -> [Finding] in
            guard let stages = facts.stages[toggle.key] else { return [] }
            let rollouts = rollouts(stages)
            // A skip by the current rollout is reported as a problem of the rollout.
            let skips = StageSkip.inLastChange(of: stages).filter { skip in !rollouts.contains { $0.way == skip.way } }
            let findings = rollouts.map(\.finding) + skips.map { finding(about: $0, stages) }
            return findings.isEmpty ? conflict(in: stages).map { [$0] } ?? [] : findings
        }
    }

    // MARK: - History

    private static func finding(about skip: StageSkip, _ stages: StageFacts) -> Finding {
        let place = skip.commit.map { "by \($0.text)" } ?? "in the working copy of \(stages.path)"
        let direction = skip.isBack ? "back " : ""
        let way = """
            \(stages.toggle.key.quoted) was moved \(direction)from \(skip.from.rawValue.quoted) to \
            \(skip.to.rawValue.quoted) \(place)
            """
        let skipped = "skipping \(skip.skipped.map(\.rawValue).quotedList("and"))"
        if skip.isBack { return finding(aboutWayBack: skip, way, skipped, stages) }
        let first = skip.skipped.first ?? skip.to
        // If reads use the new store by now, the old store may lack later writes.
        let copy = skip.to.readsOld || !first.readsOld ? "" : "copy the missing data into the old store, then "
        let pace = first.next == skip.to ? "" : ", one stage at a time,"
        // If only the new store is written, each write increases the difference.
        let isLast = skip.to == .complete && first != .rampdown
        let start = isLast ? "go to ‘rampdown’ at \(stages.place), where both stores are written, " : ""
        return stages.finding(
            description,
            isCertain: skip.isCertain,
            message: "\(way), \(skipped)",
            nextStep: """
                \(start)\(copy.isEmpty && isLast ? "then " : copy)go back to \(first.rawValue.quoted)\(isLast ? "" : " at \(stages.place)")\(pace) until \(first.goal), and then \
                continue one stage at a time
                """
        )
    }

    private static func finding(
        aboutWayBack skip: StageSkip,
        _ way: String,
        _ skipped: String,
        _ stages: StageFacts
    ) -> Finding {
        let lack = skip.to.readsOld ? "the old store lacks" : "is compared with an old store that lacks"
        let rest =
            skip.from == .complete
            ? "and \(lack) the writes made while it was complete"
            : "\(skipped), and the old store may lack failed writes"
        return stages.finding(
            description,
            isCertain: skip.isCertain,
            message: "\(way), \(rest)",
            nextStep: """
                copy the missing data from the new store into the old one, then go to \
                \((skip.to.next ?? skip.to).rawValue.quoted) at \(stages.place), and continue one stage at a time
                """
        )
    }

    // MARK: - Simultaneous stages

    private static func rollouts(_ stages: StageFacts) -> [(way: StageSkip.Way, finding: Finding)] {
        guard let parameter = stages.parameter else { return [] }
        let values = Dictionary(
            parameter.variants.compactMap { variant in MigrationStage(json: variant.value).map { (variant.name, $0) } },
            uniquingKeysWith: { $1 }
        )
        return parameter.rollouts.compactMap { rollout in
            let present = Set(rollout.shares.filter { $0.weight > 0 }.compactMap { values[$0.variant] })
                .sorted { $0.isBefore($1) }
            for (from, to) in zip(present, present.dropFirst()) {
                let skipped = from.between(to)
                guard let first = skipped.first else { continue }
                let finding = stages.finding(
                    description,
                    at: rollout.range,
                    message: """
                        the rollout of \(parameter.key.quoted) takes users from \(from.rawValue.quoted) to \
                        \(to.rawValue.quoted), skipping \(skipped.map(\.rawValue).quotedList("and"))
                        """,
                    nextStep: """
                        give \(first.rawValue.quoted) the share of \(to.rawValue.quoted) at \
                        \(stages.path):\(rollout.range.start.line) until \(first.goal)
                        """
                )
                return (StageSkip.Way(from: from, to: to), finding)
            }
            return nil
        }
    }

    /// Returns a finding if some users write only one store while others read the other one.
    private static func conflict(in stages: StageFacts) -> Finding? {
        guard let present = stages.present, let first = present.first, let last = present.last else { return nil }
        let detail: String
        let nextStep: String
        switch (first, last) {
        case (.off, .complete):
            detail = "who write only to the old store, and others at ‘complete’, who write only to the new one"
            nextStep = "give ‘dualwrite’ to users at ‘off’, and ‘rampdown’ to users at ‘complete’, at \(stages.place)"
        case (.off, _) where !last.readsOld:
            detail = "who do not write to the new store, and others at \(last.rawValue.quoted), who read it"
            nextStep = "give ‘dualwrite’ to users at ‘off’ at \(stages.place) until the backfill is done"
        case (_, .complete) where first.readsOld:
            detail = "who read the old store, and others at ‘complete’, who do not write to it"
            nextStep = "give ‘rampdown’ to users at ‘complete’ at \(stages.place)"
        default: return nil
        }
        return stages.finding(
            description,
            isCertain: first == .off && last == .complete,
            message: "\(stages.toggle.key.quoted) has users at \(first.rawValue.quoted), \(detail)",
            nextStep: nextStep
        )
    }

    // MARK: - Examples

    /// The manifest entry of a migration.
    static let migration = """
        book_store:
          category: migration
        """

    /// A rule that gives testers another stage.
    private static func testers(_ stage: String) -> String {
        #", "targeting": {"if": [{"var": "tester"}, "\#(stage)"]}"#
    }

    /// Returns the documents of a migration on several days.
    static func stages(_ steps: [(day: String, stage: String)]) -> [RuleExample.Revision] {
        steps.map { RuleExample.Revision($0.day, stagesDocument($0.stage), subject: "Go to \($0.stage)") }
    }

    /// Returns a document with the stage of one migration, for examples.
    static func stagesDocument(_ stage: String, _ rest: String = "") -> String {
        """
        {
          "flags": {
            "book_store": {
              "state": "ENABLED", "defaultVariant": "\(stage)"\(rest),
              "variants": {
                "off": "off", "dualwrite": "dualwrite", "shadow": "shadow", "live": "live",
                "rampdown": "rampdown", "complete": "complete"
              }
            }
          }
        }
        """
    }
}
