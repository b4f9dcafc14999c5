import FeatureToggles
import Testing
import ToggleLint
import ToggleManifest

@Suite struct SkippedStageRuleTests {
    @Test(
        arguments: [
            (["off", "shadow"], "skipping ‘dualwrite’", "dualwrite", "the backfill is done"),
            (["off", "live"], "skipping ‘dualwrite’ and ‘shadow’", "dualwrite", "the backfill is done"),
            (["off", "dualwrite", "live"], "skipping ‘shadow’", "shadow", "both stores agree"),
            (
                ["off", "dualwrite", "shadow", "rampdown"], "skipping ‘live’", "live",
                "both stores agree while the new one is authoritative"
            ),
            (
                ["shadow", "live", "complete"], "skipping ‘rampdown’", "rampdown",
                "no released version reads the old store"
            ),
        ]
    )
    func skippedStageIsReportedWithNextStep(
        stages: [String],
        past: String,
        back: String,
        goal: String
    ) throws {
        let finding = try #require(
            Linter(try MigrationRuleTests.project(stages), options: .only("skipped_stage")).run().findings.first
        )
        #expect(finding.message.hasSuffix(past), "\(finding.message)")
        #expect(finding.message.contains("by Robin on 2026-11-"))
        let isFar = stages.suffix(2) == ["off", "live"]
        let pace = isFar ? ", one stage at a time," : ""
        let way = "go back to ‘\(back)’ at flags.json:2\(pace) until \(goal), and then continue one stage at a time"
        // The old store becomes authoritative again, and may lack values that were written to the new one.
        let isOldAgain = stages.last == "live"
        #expect(finding.nextStep == (isOldAgain ? "copy the missing data into the old store, then " : "") + way)
        #expect(finding.severity == .warning)
        #expect(finding.owner == "team")
    }

    @Test(
        arguments: [
            ["off"], ["live"], ["off", "dualwrite", "shadow", "live", "rampdown", "complete"],
            ["off", "off", "dualwrite"],
            ["rampdown", "live", "shadow", "dualwrite", "off"], ["shadow", "off"], ["live", "off", "dualwrite"],
            ["off", "live", "dualwrite", "shadow", "live"],
            // Only the last change of the stages is compared.
            ["off", "live", "rampdown"], ["off", "live", "shadow"], ["off", "live", "shadow", "shadow"],
            ["complete", "rampdown", "live", "shadow"],
        ]
    )
    func stepwiseMigrationIsAccepted(stages: [String]) throws {
        #expect(
            Linter(try MigrationRuleTests.project(stages), options: .only("skipped_stage")).run().findings.map(
                \.message
            ) == []
        )
    }

    @Test(arguments: ["off", "dualwrite", "shadow"])
    func returnFromEndNeedsDualWriteStage(stage: String) throws {
        let project = try MigrationRuleTests.project(["complete", stage])
        #expect(
            project.findings() == [
                """
                warning skipped_stage: ‘book_store’ was moved back from ‘complete’ to ‘\(stage)’ by Robin on \
                2026-11-20 (‘Go to \(stage)’), and the old store lacks the writes made while it was complete
                """
            ]
        )
        #expect(
            project.nextSteps().allSatisfy { $0.hasPrefix("copy the missing data from the new store into the old one") }
        )
    }

    @Test(
        arguments: [
            (["off", "complete", "off"], "off"), (["off", "complete", "dualwrite"], "dualwrite"),
            (["shadow", "complete", "shadow"], "shadow"), (["shadow", "complete", "live"], "live"),
        ]
    )
    func directReturnFromEndIsReported(stages: [String], end: String) throws {
        let findings = Linter(try MigrationRuleTests.project(stages), options: .only("skipped_stage")).run().findings
        let messages = findings.map(\.message)
        #expect(messages.count == 1 && messages[0].contains("back from ‘complete’ to ‘\(end)’"), "\(messages)")
        #expect(findings.map(\.severity) == [.warning])
    }

    @Test(
        arguments: [
            (
                ["off", "complete"],
                """
                go to ‘rampdown’ at flags.json:2, where both stores are written, copy the missing data into the old \
                store, then go back to ‘dualwrite’, one stage at a time, until the backfill is done, and then continue one \
                stage at a time
                """
            ),
            (
                ["shadow", "complete"],
                """
                go to ‘rampdown’ at flags.json:2, where both stores are written, then go back to ‘live’, one stage at a \
                time, until both stores agree while the new one is authoritative, and then continue one stage at a time
                """
            ),
        ]
    )
    func returnThroughDualWriteStageIsAccepted(stages: [String], nextStep: String) throws {
        let findings = Linter(try MigrationRuleTests.project(stages), options: .only("skipped_stage")).run().findings
        #expect(findings.map(\.nextStep) == [nextStep])
        let later = try MigrationRuleTests.project(stages + ["rampdown"])
        #expect(Linter(later, options: .only("skipped_stage")).run().findings.isEmpty)
    }

    @Test func uncommittedChangeIsStep() throws {
        var project = try MigrationRuleTests.project(["off", "dualwrite"])
        project.document = try LintProject.example(
            MigrationRuleTests.toggle,
            document: MigrationRuleTests.document("live")
        ).document
        #expect(
            project.findings().filter { $0.contains("skipped_stage") } == [
                "warning skipped_stage: ‘book_store’ was moved from ‘dualwrite’ to ‘live’ in the working copy of flags.json, skipping ‘shadow’"
            ]
        )
        // The step back before its commit.
        project = try MigrationRuleTests.project(["off", "dualwrite", "live"])
        project.document = try LintProject.example(
            MigrationRuleTests.toggle,
            document: MigrationRuleTests.document("shadow")
        ).document
        #expect(Linter(project, options: .only("skipped_stage")).run().findings.isEmpty)
    }

    @Test func stepFromUnknownStageIsIgnored() throws {
        let project = try MigrationRuleTests.project(["off", "-", "shadow"])
        #expect(project.findings() == [])
    }

    @Test(
        arguments: [
            (#"["off", 50], ["live", 50]"#, "skipping ‘dualwrite’ and ‘shadow’"),
            (#"["live", 1], ["dualwrite", 99]"#, "skipping ‘shadow’"),
            (#"["off", 50], ["dualwrite", 50]"#, nil), (#"["off", 100], ["live", 0]"#, nil),
            (#"["off", 50], ["dualwrite", 25], ["shadow", 25]"#, nil), (#"["off", 50], ["nonsense", 50]"#, nil),
        ]
    )
    func rolloutMovesUsersToNextStage(shares: String, past: String?) throws {
        let project = try MigrationRuleTests.project([], #", "targeting": {"fractional": [\#(shares)]}"#)
        let findings = Linter(project, options: .only("skipped_stage")).run().findings
        #expect(findings.map { $0.message.hasSuffix(past ?? "") } == (past == nil ? [] : [true]))
    }

    @Test func defaultsInTheManifestAreStages() throws {
        let commit = try RemoteRuleTests.commit("2026-11-18", "Ship it")
        let event = ProjectHistory.ToggleEvent(
            toggle: "book_store",
            kind: .defaultValue(from: #""off""#, to: #""live""#),
            commit: commit
        )
        var project = try LintProject.example(
            MigrationRuleTests.toggle + "\n  default: live",
            document: RemoteRuleTests.document([]),
            history: ProjectHistory(toggles: [event])
        )
        #expect(
            project.findings() == [
                """
                warning skipped_stage: ‘book_store’ was moved from ‘off’ to ‘live’ by Robin on 2026-11-18 (‘Ship it’), \
                skipping ‘dualwrite’ and ‘shadow’
                """
            ]
        )
        #expect(project.nextSteps().first?.contains("then go back to ‘dualwrite’ at toggles.yaml:6, one") == true)
        project.document = nil
        #expect(project.findings().map { $0.prefix(18) } == ["note skipped_stage"])
    }

    // MARK: - Back

    @Test(
        arguments: [
            (["live", "off"], "‘shadow’ and ‘dualwrite’", "dualwrite"), (["live", "dualwrite"], "‘shadow’", "shadow"),
            (["rampdown", "shadow"], "‘live’", "live"),
            (["rampdown", "off"], "‘live’, ‘shadow’ and ‘dualwrite’", "dualwrite"),
        ]
    )
    func returnThatSkipsStageIsReported(stages: [String], past: String, next: String) throws {
        let project = try MigrationRuleTests.project(stages)
        let finding = try #require(Linter(project, options: .only("skipped_stage")).run().findings.first)
        #expect(finding.message.hasPrefix("‘book_store’ was moved back from ‘\(stages[0])’ to ‘\(stages[1])’ by Robin"))
        #expect(finding.message.hasSuffix(", skipping \(past), and the old store may lack failed writes"))
        #expect(
            finding.nextStep == """
                copy the missing data from the new store into the old one, then go to ‘\(next)’ at flags.json:2, and \
                continue one stage at a time
                """
        )
        #expect(finding.severity == .warning)
    }

    @Test func liveStageComparesWithIncompleteOldStore() throws {
        let project = try MigrationRuleTests.project(["complete", "live"])
        #expect(
            Linter(project, options: .only("skipped_stage")).run().findings.map(\.message) == [
                """
                ‘book_store’ was moved back from ‘complete’ to ‘live’ by Robin on 2026-11-20 (‘Go to live’), and is \
                compared with an old store that lacks the writes made while it was complete
                """
            ]
        )
    }

    @Test func continuingAfterReturnThroughStageIsAccepted() throws {
        for stages in [
            ["live", "off", "dualwrite"], ["live", "dualwrite", "shadow"], ["rampdown", "shadow", "live"],
        ] {
            let project = try MigrationRuleTests.project(stages)
            #expect(Linter(project, options: .only("skipped_stage")).run().findings.isEmpty, "\(stages)")
        }
        // Continuing past a stage skips it again.
        let project = try MigrationRuleTests.project(["live", "off", "live"])
        let messages = Linter(project, options: .only("skipped_stage")).run().findings.map(\.message)
        #expect(messages.count == 1 && messages[0].contains("from ‘off’ to ‘live’"), "\(messages)")
    }

    /// All pairs of stages, as in the table of the documentation.
    @Test func everyUnsafeStepIsReported() throws {
        let all = MigrationStage.allCases.map(\.rawValue)
        for (index, old) in all.enumerated() {
            for (other, new) in all.enumerated() where index != other {
                let isSafe = abs(index - other) == 1 || (old, new) == ("shadow", "off")
                let project = try MigrationRuleTests.project([old, new])
                let findings = Linter(project, options: .only("skipped_stage")).run().findings
                #expect(findings.isEmpty == isSafe, "\(old) → \(new)")
            }
        }
    }
}
