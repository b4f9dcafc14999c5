import ToggleManifest

/// Finds completed migrations whose old code still exists.
enum CompletedMigrationRule: ToggleRule {
    static let description = RuleDescription(
        identifier: "completed_migration",
        area: .remote,
        severity: .warning,
        summary: "a completed migration whose old code still exists",
        rationale: """
            Once all users read and write only the new store, the old code is a risk: if someone sets the stage back \
            by mistake, everything that was written since then is lost. The limit is shorter than that of \
            `settled_parameter`, because the previous stage already gave you time to go back. If there's no document \
            to check, or if it isn't known when the migration was completed, the finding is a note.
            """,
        options: [RuleOption("days", standard: 7, meaning: "days since all users reached the last stage")],
        bad: [
            RuleExample(
                "Complete for two weeks, and the code still has the migration.",
                toggles: """
                    book_store:
                      category: migration
                    """,
                source: "let books = Migration(.bookStore, toggles: toggles)",
                document: SkippedStageRule.stagesDocument("complete"),
                revisions: SkippedStageRule.stages([("2026-08-20", "rampdown"), ("2026-11-07", "complete")])
            ),
            RuleExample(
                "Complete for two weeks, and the code still compares the stage.",
                toggles: """
                    book_store:
                      category: migration
                    """,
                source: """
                    func page() -> String {
                        toggles.stage(of: .bookStore) == .complete ? "new" : "old"
                    }
                    """,
                document: SkippedStageRule.stagesDocument("complete"),
                revisions: SkippedStageRule.stages([("2026-08-20", "rampdown"), ("2026-11-07", "complete")])
            ),
        ],
        good: [
            RuleExample(
                "Complete since yesterday.",
                toggles: """
                    book_store:
                      category: migration
                    """,
                source: "let books = Migration(.bookStore, toggles: toggles)",
                document: SkippedStageRule.stagesDocument("complete"),
                revisions: SkippedStageRule.stages([("2026-08-20", "rampdown"), ("2026-11-20", "complete")])
            ),
            RuleExample(
                "The old store is still written to.",
                toggles: """
                    book_store:
                      category: migration
                    """,
                source: "let books = Migration(.bookStore, toggles: toggles)",
                document: SkippedStageRule.stagesDocument("rampdown"),
                revisions: SkippedStageRule.stages([("2026-08-20", "live"), ("2026-11-07", "rampdown")])
            ),
        ]
    )

    static func finding(about toggle: ToggleDeclaration, in facts: LintFacts) -> Finding? {
        guard let stages = facts.stages[toggle.key], stages.stage == .complete else { return nil }
        let days = stages.since?.days(until: facts.today)
        guard days.map({ $0 >= option("days", in: facts.configuration) }) ?? true else { return nil }
        let reads = facts.usages?[toggle.key].reads
        // Without reads, the old code is gone.
        guard reads?.isEmpty != true else { return nil }
        let state = stages.since.map { "has been complete for all users since \($0)" } ?? "is complete for all users"
        let rest = stages.parameter.map {
            "; keep the parameter \($0.key.quoted) in \(stages.path) as long as released versions read it"
        }
        return stages.finding(
            description,
            isCertain: stages.since != nil,
            message: "\(toggle.key.quoted) \(state), but "
                + (reads == nil ? "is still declared" : "the code for the old store still exists"),
            nextStep: "\(step(reads ?? [])), then remove the migration toggle from "
                + facts.project.manifestPath(of: toggle) + (rest ?? ""),
            related: (reads ?? []).relatedPlaces("the toggle is read here")
        )
    }

    private static func step(_ reads: [ToggleUse]) -> String {
        let created = reads.filter { $0.call == "Migration" }
        let others = reads.filter { $0.call != "Migration" }
        var steps: [String] = []
        if !created.isEmpty {
            steps.append(
                "replace the reads and writes of the migration created at \(created.placesText) with the code after ‘new:’"
            )
        }
        if !others.isEmpty { steps.append("keep the code for ‘complete’ at \(others.placesText)") }
        if steps.isEmpty { steps.append("keep the code of the new store") }
        return steps.joined(separator: ", ") + ", remove the old store's code"
    }
}
