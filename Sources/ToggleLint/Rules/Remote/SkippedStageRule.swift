import FeatureToggles
import ToggleDocuments
import ToggleManifest

/// Finds migrations that went past a stage.
enum SkippedStageRule: LintRule {
    static let description = RuleDescription(
        identifier: "skipped_stage",
        area: .remote,
        severity: .warning,
        summary: "a migration that went past a stage",
        rationale: """
            Each stage of a migration shows something that the next one relies on: dual writes and the backfill fill the \
            new store, the shadow stage compares what both answer, the live stage does so with the new store in charge, and \
            the ramp-down keeps the way back open. Who leaves one out learns of it from people whose data is missing. The \
            stages come from the history of the document in git, or of the defaults in the manifest, and from what they \
            say now. Going back to the first stage that was left out is enough. Where some people had another stage in \
            between, it is a note.
            """,
        bad: [
            RuleExample(
                "The new store is read, and was never compared.",
                toggles: """
                    book_store:
                      category: migration
                    """,
                document: stagesDocument("live"),
                history: .stages("book_store", [("2026-11-01", "dualwrite"), ("2026-11-18", "live")])
            ),
            RuleExample(
                "A rollout that takes people past two stages.",
                toggles: """
                    book_store:
                      category: migration
                    """,
                document: stagesDocument("off", #", "targeting": {"fractional": [["off", 90], ["live", 10]]}"#)
            ),
            RuleExample(
                "Back to a store that misses what was written since.",
                toggles: """
                    book_store:
                      category: migration
                    """,
                document: stagesDocument("shadow"),
                history: .stages("book_store", [("2026-11-01", "complete"), ("2026-11-18", "shadow")])
            ),
        ],
        good: [
            RuleExample(
                "One stage after the other, and one step back.",
                toggles: """
                    book_store:
                      category: migration
                    """,
                document: stagesDocument("shadow"),
                history: .stages(
                    "book_store",
                    [
                        ("2026-11-01", "dualwrite"), ("2026-11-10", "shadow"), ("2026-11-12", "live"),
                        ("2026-11-18", "shadow"),
                    ]
                )
            ),
            RuleExample(
                "It went too far, and back to the stage that it left out.",
                toggles: """
                    book_store:
                      category: migration
                    """,
                document: stagesDocument("shadow"),
                history: .stages(
                    "book_store",
                    [("2026-11-01", "dualwrite"), ("2026-11-12", "live"), ("2026-11-18", "shadow")]
                )
            ),
        ]
    )

    /// A way past stages that nobody went again.
    private struct Skip {
        let from: MigrationStage
        let to: MigrationStage
        /// Who did it; `nil` for a step that git does not know.
        let commit: ProjectHistory.Commit?
        let isCertain: Bool
    }

    static func findings(in project: LintProject) -> [Finding] {
        guard project.manifest.toggles.contains(where: { $0.category == .migration }) else { return [] }
        let facts = LifecycleFacts(project)
        return project.manifest.toggles.flatMap { toggle -> [Finding] in
            guard let stages = StageFacts(of: toggle, in: facts), !facts.isLeaving(toggle) else { return [] }
            return [past(stages)].compactMap { $0 } + rollouts(stages)
        }
    }

    // MARK: - History

    private static func past(_ stages: StageFacts) -> Finding? {
        guard let skip = openSkip(stages) else { return nil }
        let place = skip.commit.map { "by \($0.text)" } ?? "in \(stages.path) as it is here"
        let way =
            "\(stages.toggle.key.quoted) went from \(skip.from.rawValue.quoted) to \(skip.to.rawValue.quoted) \(place)"
        guard skip.from.variantIndex < skip.to.variantIndex else {
            return stages.finding(
                description,
                isCertain: skip.isCertain,
                message: "\(way), and the old store misses what was written while it was complete",
                nextStep: """
                    go to ‘rampdown’ at \(stages.place), where both stores are written, copy what is missing into the old \
                    one, and step back from there
                    """
            )
        }
        let skipped = skip.from.between(skip.to)
        let first = skipped.first ?? skip.to
        // Where the new store counts by now, the old one may lack what was written since.
        let isSafe = (stages.stage ?? skip.to).readsOld || !first.readsOld
        let copy = isSafe ? "" : "copy what the old store lacks into it, then "
        return stages.finding(
            description,
            isCertain: skip.isCertain,
            message: "\(way), past \(skipped.map(\.rawValue).quotedList("and"))",
            nextStep: """
                \(copy)go back to \(first.rawValue.quoted) at \(stages.place) until \(first.goal), and then on one stage at a time
                """
        )
    }

    private static func openSkip(_ stages: StageFacts) -> Skip? {
        var open: Skip?
        var last = stages.first
        // Whether people had different stages in between.
        var isMixed = false
        func go(to stage: MigrationStage, by commit: ProjectHistory.Commit?) {
            if let skip = open, isMended(skip, by: stage) { open = nil }
            if open == nil, let last, isSkip(from: last, to: stage) {
                open = Skip(from: last, to: stage, commit: commit, isCertain: !isMixed)
            }
            (last, isMixed) = (stage, false)
        }
        for step in stages.steps {
            if let stage = step.stage {
                go(to: stage, by: step.commit)
            } else {
                isMixed = true
            }
        }
        // What is not committed yet.
        if let stage = stages.stage, stage != last { go(to: stage, by: nil) }
        return open
    }

    private static func isSkip(from old: MigrationStage, to new: MigrationStage) -> Bool {
        if new.variantIndex < old.variantIndex { return old == .complete && new.readsOld }
        return new.variantIndex - old.variantIndex > 1
    }

    private static func isMended(_ skip: Skip, by stage: MigrationStage) -> Bool {
        skip.from.variantIndex < skip.to.variantIndex
            ? stage.variantIndex <= skip.from.variantIndex + 1 : !stage.readsOld
    }

    // MARK: - Rollouts

    private static func rollouts(_ stages: StageFacts) -> [Finding] {
        guard let parameter = stages.parameter else { return [] }
        let values = Dictionary(
            parameter.variants.compactMap { variant in MigrationStage(json: variant.value).map { (variant.name, $0) } },
            uniquingKeysWith: { $1 }
        )
        return parameter.rollouts.compactMap { rollout in
            let present = Set(rollout.shares.filter { $0.weight > 0 }.compactMap { values[$0.variant] })
                .sorted { $0.variantIndex < $1.variantIndex }
            for (from, to) in zip(present, present.dropFirst()) {
                let skipped = from.between(to)
                guard let first = skipped.first else { continue }
                return stages.finding(
                    description,
                    at: rollout.range,
                    message: """
                        the rollout of \(parameter.key.quoted) takes people from \(from.rawValue.quoted) to \
                        \(to.rawValue.quoted), past \(skipped.map(\.rawValue).quotedList("and"))
                        """,
                    nextStep: """
                        give \(first.rawValue.quoted) the share of \(to.rawValue.quoted) at \
                        \(stages.path):\(rollout.range.start.line) until \(first.goal)
                        """
                )
            }
            return nil
        }
    }

    /// A document with the stage of one migration, for examples.
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

extension ProjectHistory {
    /// What git knows of a parameter with the stage of a migration, for examples.
    package static func stages(_ parameter: String, _ steps: [(day: String, stage: String?)]) -> ProjectHistory {
        ProjectHistory(
            parameters: steps.enumerated().compactMap { index, step in
                CalendarDate(step.day).map { day in
                    ParameterEvent(
                        parameter: parameter,
                        kind: index == 0 ? .added : .changed,
                        valueForEverybody: step.stage.map { "\"\($0)\"" },
                        commit: Commit(
                            identifier: String(repeating: "\(index % 10)", count: 40),
                            day: day,
                            author: "Robin",
                            subject: step.stage.map { "Go to \($0)" } ?? "Go on with some"
                        )
                    )
                }
            }
        )
    }
}
