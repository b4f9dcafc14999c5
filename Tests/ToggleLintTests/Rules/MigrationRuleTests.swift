import FeatureToggles
import Testing
import ToggleLint
import ToggleManifest

@Suite struct MigrationRuleTests {
    static let toggle = "book_store:\n  category: migration"
    static let longToggle = toggle + "\n  created: 2026-11-10\n  expires: 2027-01-31"
    static let read = ToggleUse.read("book_store", line: 4, call: "Migration")

    static func document(_ stage: String, _ rest: String = "") -> String {
        let variants = MigrationStage.allCases.map { "\"\($0.rawValue)\": \"\($0.rawValue)\"" }.joined(separator: ", ")
        return """
            {"flags": {
            "book_store": {"state": "ENABLED", "variants": {\(variants)}, "defaultVariant": "\(stage)"\(rest)}}}
            """
    }

    /// A project whose document went through stages, one a day until yesterday; `-` is a rollout.
    static func project(
        _ stages: [String],
        _ rest: String = "",
        toggle: String = toggle,
        lint: String = "",
        uses: [ToggleUse]? = [read],
        today: String = "2026-11-21"
    ) throws -> LintProject {
        let steps = stages.enumerated().map { index, stage in
            (day: "2026-11-\(20 - stages.count + index + 1)", stage: stage == "-" ? nil : stage)
        }
        return try LintProject.example(
            toggle,
            lint: lint,
            uses: uses,
            document: document(stages.last { $0 != "-" } ?? "off", rest),
            history: .stages("book_store", steps),
            today: today
        )
    }

    // MARK: - A stage skipped

    @Test(
        arguments: [
            (["off", "shadow"], "past ‘dualwrite’", "dualwrite", "the backfill is done"),
            (["off", "live"], "past ‘dualwrite’ and ‘shadow’", "dualwrite", "the backfill is done"),
            (["off", "dualwrite", "live"], "past ‘shadow’", "shadow", "both stores agree"),
            (
                ["off", "dualwrite", "shadow", "rampdown"], "past ‘live’", "live",
                "both stores agree with the new one in charge"
            ),
            (
                ["shadow", "live", "complete"], "past ‘rampdown’", "rampdown",
                "no version in the field reads the old store"
            ),
            // What was skipped stays skipped when it goes on, and when it does not go back far enough.
            (["off", "live", "rampdown"], "past ‘dualwrite’ and ‘shadow’", "dualwrite", "the backfill is done"),
            (["off", "live", "shadow"], "past ‘dualwrite’ and ‘shadow’", "dualwrite", "the backfill is done"),
        ]
    )
    func aStageThatWasSkippedIsToldWithTheOneToGoBackTo(
        stages: [String],
        past: String,
        back: String,
        goal: String
    ) throws {
        let finding = try #require(
            Linter(try Self.project(stages), options: .only("skipped_stage")).run().findings.first
        )
        #expect(finding.message.hasSuffix(past), "\(finding.message)")
        #expect(finding.message.contains("by Robin on 2026-11-"))
        let way = "go back to ‘\(back)’ at flags.json:2 until \(goal), and then on one stage at a time"
        // The old store is to count again, and may lack what was written while the new one did.
        let isOldAgain = ["dualwrite", "shadow"].contains(back) && stages.last != "shadow"
        #expect(finding.nextStep == (isOldAgain ? "copy what the old store lacks into it, then " : "") + way)
        #expect(finding.severity == .warning)
        #expect(finding.owner == "team")
    }

    @Test(
        arguments: [
            ["off"], ["live"], ["off", "dualwrite", "shadow", "live", "rampdown", "complete"],
            ["off", "off", "dualwrite"],
            ["rampdown", "live", "shadow", "dualwrite", "off"], ["rampdown", "off"], ["live", "off", "dualwrite"],
            ["off", "live", "dualwrite", "shadow", "live"], ["off", "live", "off"],
            ["complete", "rampdown", "live", "shadow"],
            ["complete", "live"],
        ]
    )
    func whoGoesStepByStepAndBackIsLeftAlone(stages: [String]) throws {
        #expect(Linter(try Self.project(stages), options: .only("skipped_stage")).run().findings.map(\.message) == [])
    }

    @Test(arguments: ["off", "dualwrite", "shadow"])
    func theWayBackFromTheEndGoesThroughTheStageThatWritesBoth(stage: String) throws {
        let project = try Self.project(["complete", stage])
        #expect(
            project.findings() == [
                """
                warning skipped_stage: ‘book_store’ went from ‘complete’ to ‘\(stage)’ by Robin on 2026-11-20 (‘Go to \
                \(stage)’), and the old store misses what was written while it was complete
                """
            ]
        )
        #expect(project.nextSteps().allSatisfy { $0.hasPrefix("go to ‘rampdown’ at flags.json:2, where both") })
    }

    @Test func whatIsNotCommittedYetIsAStepToo() throws {
        var project = try Self.project(["off", "dualwrite"])
        project.document = try LintProject.example(Self.toggle, document: Self.document("live")).document
        #expect(
            project.findings().filter { $0.contains("skipped_stage") } == [
                "warning skipped_stage: ‘book_store’ went from ‘dualwrite’ to ‘live’ in flags.json as it is here, past ‘shadow’"
            ]
        )
        // The step back, before it is committed.
        project = try Self.project(["off", "dualwrite", "live"])
        project.document = try LintProject.example(Self.toggle, document: Self.document("shadow")).document
        #expect(Linter(project, options: .only("skipped_stage")).run().findings.isEmpty)
    }

    @Test func aMigrationOfWhichNobodyKnowsSinceWhenItIsCompleteIsANote() throws {
        let project = try LintProject.example(
            Self.toggle,
            uses: [Self.read],
            document: Self.document("complete"),
            history: .stages("book_store", []),
            today: "2026-11-21"
        )
        #expect(
            project.findings().filter { $0.contains("completed_migration") } == [
                "note completed_migration: ‘book_store’ is complete for everybody, and code still has the old store"
            ]
        )
    }

    @Test func whereSomePeopleHadAnotherStageInBetweenItIsANote() throws {
        let project = try Self.project(["off", "-", "shadow"])
        #expect(project.findings().map { $0.prefix(18) } == ["note skipped_stage"])
    }

    @Test(
        arguments: [
            (#"["off", 50], ["live", 50]"#, "past ‘dualwrite’ and ‘shadow’"),
            (#"["live", 1], ["dualwrite", 99]"#, "past ‘shadow’"),
            (#"["off", 50], ["dualwrite", 50]"#, nil), (#"["off", 100], ["live", 0]"#, nil),
            (#"["off", 50], ["dualwrite", 25], ["shadow", 25]"#, nil), (#"["off", 50], ["nonsense", 50]"#, nil),
        ]
    )
    func aRolloutTakesPeopleToTheNextStage(shares: String, past: String?) throws {
        let project = try Self.project(["off"], #", "targeting": {"fractional": [\#(shares)]}"#)
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
            Self.toggle + "\n  default: live",
            document: RemoteRuleTests.document([]),
            history: ProjectHistory(toggles: [event])
        )
        #expect(
            project.findings() == [
                """
                warning skipped_stage: ‘book_store’ went from ‘off’ to ‘live’ by Robin on 2026-11-18 (‘Ship it’), past \
                ‘dualwrite’ and ‘shadow’
                """
            ]
        )
        #expect(project.nextSteps().first?.contains("then go back to ‘dualwrite’ at toggles.yaml:6 until") == true)
        project.document = nil
        #expect(project.findings().map { $0.prefix(18) } == ["note skipped_stage"])
    }

    // MARK: - A stage left for long

    @Test(
        arguments: [
            ("dualwrite", "the backfill is done, go on to ‘shadow’", "‘off’", 30),
            ("shadow", "both stores agree, go on to ‘live’", "‘dualwrite’", 30),
            ("live", "both stores agree with the new one in charge, go on to ‘rampdown’", "‘shadow’", 30),
            ("rampdown", "no version in the field reads the old store, go on to ‘complete’", "‘live’", 90),
        ]
    )
    func aStageThatIsOldIsToldWithTheNextOne(stage: String, next: String, back: String, limit: Int) throws {
        let project = try Self.project([stage], today: "2027-06-01")
        let findings = Linter(project, options: .only("stalled_stage")).run().findings
        #expect(
            findings.map(\.message) == [
                """
                ‘book_store’ has been at ‘\(stage)’ since 2026-11-20, for 193 days, and should leave it after \(limit) days
                """
            ]
        )
        #expect(
            findings.map(\.nextStep) == ["when \(next) at flags.json:2; if that is not to be, step back to \(back)"]
        )
        let young = try Self.project([stage], today: "2026-12-20")
        #expect(Linter(young, options: .only("stalled_stage")).run().findings.isEmpty)
        let off = try Self.project([stage], lint: "rules: { stalled_stage: { \(stage): 0 } }", today: "2027-06-01")
        #expect(Linter(off, options: .only("stalled_stage")).run().findings.isEmpty)
    }

    @Test(arguments: ["off", "complete"])
    func theFirstAndTheLastStageMayStay(stage: String) throws {
        let project = try Self.project([stage], today: "2027-06-01")
        #expect(Linter(project, options: .only("stalled_stage")).run().findings.isEmpty)
    }

    @Test func aMigrationThatHasNotBegunIsToldWhereATeamWantsIt() throws {
        let project = try Self.project(["off"], lint: "rules: { stalled_stage: { off: 10 } }", today: "2026-12-15")
        #expect(
            project.nextSteps() == [
                """
                when the new store takes writes, go on to ‘dualwrite’ at flags.json:2; if that is not to be, remove the \
                toggle from toggles.yaml
                """
            ]
        )
    }

    @Test(
        arguments: [
            (#""ENABLED""#, #""DISABLED""#),
            (#""defaultVariant": "shadow", "targeting""#, #""defaultVariant": null, "other""#),
        ]
    )
    func whatLeavesTheDefaultIsNoRollout(text: String, replacement: String) throws {
        let rollout = #", "targeting": {"fractional": [["shadow", 90], ["live", 10]]}"#
        var project = try Self.project(["shadow", "-"], rollout, toggle: Self.longToggle, today: "2027-01-15")
        #expect(project.findings().map { $0.prefix(21) } == ["warning stalled_stage"])
        let document = String(decoding: try #require(project.document).bytes, as: UTF8.self)
        #expect(document.contains(text))
        project.document?.bytes = Array(document.replacing(text, with: replacement).utf8)
        #expect(project.findings() == [])
    }

    @Test func ofAnExpiredMigrationOnlyItsExpiryIsTold() throws {
        let project = try Self.project(["dualwrite"], today: "2027-06-01")
        #expect(project.findings().map { $0.prefix(22) } == ["warning expired_toggle"])
    }

    // MARK: - Complete

    @Test func theCodeOfACompleteMigrationGoes() throws {
        let other = ToggleUse.read("book_store", at: "Sources/Page.swift", line: 9, call: "stage")
        let project = try Self.project(["rampdown", "complete"], uses: [Self.read, other], today: "2026-12-01")
        #expect(
            project.findings() == [
                """
                warning completed_migration: ‘book_store’ is complete for everybody since 2026-11-20, and code still has \
                the old store
                """
            ]
        )
        #expect(
            project.nextSteps() == [
                """
                take what stands behind ‘new:’ instead of the reads and writes of the migration made at \
                Sources/App.swift:4, keep what ‘complete’ does at Sources/Page.swift:9, remove the old store’s code, then \
                remove the migration toggle from toggles.yaml; the parameter ‘book_store’ stays in flags.json as long as \
                versions in the field read it
                """
            ]
        )
    }

    @Test func itIsToldOnceAndBySettledParameterWhereItIsOff() throws {
        let stages = ["rampdown", "complete"]
        let project = try Self.project(stages, toggle: Self.longToggle, today: "2026-12-20")
        #expect(project.findings().map { $0.prefix(27) } == ["warning completed_migration"])
        let off = try Self.project(
            stages,
            toggle: Self.longToggle,
            lint: "rules: { completed_migration: off }",
            today: "2026-12-20"
        )
        #expect(off.findings().map { $0.prefix(25) } == ["warning settled_parameter"])
    }

    @Test func whatNothingReadsIsUnused() throws {
        let project = try Self.project(["rampdown", "complete"], uses: [], today: "2026-12-01")
        #expect(project.findings().map { $0.prefix(21) } == ["warning unused_toggle"])
    }

    @Test func whereSomeAreNotThereYetItIsNotOver() throws {
        let project = try Self.project(
            ["rampdown", "-"],
            #", "targeting": {"fractional": [["rampdown", 10], ["complete", 90]]}"#,
            today: "2026-12-01"
        )
        #expect(project.findings() == [])
    }

    @Test func withoutADocumentTheDefaultIsNotCertain() throws {
        let project = try LintProject.example(Self.toggle + "\n  default: complete", uses: [Self.read])
        #expect(project.findings().map { $0.prefix(24) } == ["note completed_migration"])
    }

    @Test(arguments: ["3", "null", #""nonsense""#, "{}"])
    func whatIsNoStageIsNoTrap(value: String) throws {
        let document = """
            {"flags": {"book_store": {"state": "ENABLED", "variants": {"a": \(value)}, "defaultVariant": "a"}}}
            """
        let project = try LintProject.example(
            Self.toggle,
            uses: [Self.read],
            document: document,
            history: .stages("book_store", [("2026-01-01", "nonsense"), ("2026-02-01", "live")])
        )
        let rules = ["skipped_stage", "stalled_stage", "completed_migration"]
        #expect(Linter(project).run().findings.filter { rules.contains($0.rule) }.isEmpty)
    }
}
