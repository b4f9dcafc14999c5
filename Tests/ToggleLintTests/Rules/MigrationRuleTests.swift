import Testing
import ToggleBase
import ToggleLint

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

    /// Returns a project whose document had these stages, one per day until yesterday; `-` is a rollout.
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

    // MARK: - Old stages

    @Test(
        arguments: [
            ("dualwrite", "the backfill is done, go on to ‘shadow’", "‘off’", 30),
            ("shadow", "both stores agree, go on to ‘live’", "‘dualwrite’", 30),
            ("live", "both stores agree while the new one is authoritative, go on to ‘rampdown’", "‘shadow’", 30),
            ("rampdown", "no released version reads the old store, go on to ‘complete’", "‘live’", 90),
        ]
    )
    func oldStageIsReportedWithNextStage(stage: String, next: String, back: String, limit: Int) throws {
        let project = try Self.project([stage], today: "2027-06-01")
        let findings = Linter(project, options: .only("stalled_stage")).run().findings
        #expect(
            findings.map(\.message) == [
                """
                ‘book_store’ has been at ‘\(stage)’ since 2026-11-20 (193 days), and should leave it after \(limit) days
                """
            ]
        )
        #expect(
            findings.map(\.nextStep) == ["when \(next) at flags.json:2; if that is not planned, step back to \(back)"]
        )
        let young = try Self.project([stage], today: "2026-12-20")
        #expect(Linter(young, options: .only("stalled_stage")).run().findings.isEmpty)
        let off = try Self.project([stage], lint: "rules: { stalled_stage: { \(stage): 0 } }", today: "2027-06-01")
        #expect(Linter(off, options: .only("stalled_stage")).run().findings.isEmpty)
    }

    @Test(arguments: ["off", "complete"])
    func firstAndLastStageAreNotReported(stage: String) throws {
        let project = try Self.project([stage], today: "2027-06-01")
        #expect(Linter(project, options: .only("stalled_stage")).run().findings.isEmpty)
    }

    @Test func unstartedMigrationIsReportedIfConfigured() throws {
        let project = try Self.project(["off"], lint: "rules: { stalled_stage: { off: 10 } }", today: "2026-12-15")
        #expect(
            project.nextSteps() == [
                """
                when the new store takes writes, go on to ‘dualwrite’ at flags.json:2; if that is not planned, remove \
                the toggle from toggles.yaml
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
    func leavingDefaultIsNotRollout(text: String, replacement: String) throws {
        let rollout = #", "targeting": {"fractional": [["shadow", 90], ["live", 10]]}"#
        var project = try Self.project(["shadow", "-"], rollout, toggle: Self.longToggle, today: "2027-01-15")
        #expect(project.findings().map { $0.prefix(21) } == ["warning stalled_stage"])
        let document = String(decoding: try #require(project.document).bytes, as: UTF8.self)
        #expect(document.contains(text))
        project.document?.bytes = Array(document.replacing(text, with: replacement).utf8)
        #expect(project.findings() == [])
    }

    @Test func expiredMigrationReportsOnlyExpiry() throws {
        let project = try Self.project(["dualwrite"], today: "2027-06-01")
        #expect(project.findings().map { $0.prefix(22) } == ["warning expired_toggle"])
    }

    // MARK: - Complete migrations

    @Test func completeMigrationIsReported() throws {
        let other = ToggleUse.read("book_store", at: "Sources/Page.swift", line: 9, call: "stage")
        let project = try Self.project(["rampdown", "complete"], uses: [Self.read, other], today: "2026-12-01")
        #expect(
            project.findings() == [
                """
                warning completed_migration: ‘book_store’ has been complete for all users since 2026-11-20, but the \
                code for the old store still exists
                """
            ]
        )
        #expect(
            project.nextSteps() == [
                """
                replace the reads and writes of the migration created at Sources/App.swift:4 with the code after \
                ‘new:’, keep the code for ‘complete’ at Sources/Page.swift:9, remove the old store's code, then remove \
                the migration toggle from toggles.yaml; keep the parameter ‘book_store’ in flags.json as long as \
                released versions read it
                """
            ]
        )
    }

    @Test func completeMigrationOfUnknownAgeIsNote() throws {
        let project = try LintProject.example(
            Self.toggle,
            uses: [Self.read],
            document: Self.document("complete"),
            history: .stages("book_store", []),
            today: "2026-11-21"
        )
        #expect(
            project.findings().filter { $0.contains("completed_migration") } == [
                "note completed_migration: ‘book_store’ is complete for all users, but the code for the old store still exists"
            ]
        )
    }

    @Test func completeMigrationIsReportedOnce() throws {
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

    @Test func unreadMigrationIsUnused() throws {
        let project = try Self.project(["rampdown", "complete"], uses: [], today: "2026-12-01")
        #expect(project.findings().map { $0.prefix(21) } == ["warning unused_toggle"])
    }

    @Test func unfinishedRolloutIsNotComplete() throws {
        let project = try Self.project(
            ["rampdown", "-"],
            #", "targeting": {"fractional": [["rampdown", 10], ["complete", 90]]}"#,
            today: "2026-12-01"
        )
        #expect(project.findings() == [])
    }

    @Test func withoutDocumentDefaultIsUncertain() throws {
        let project = try LintProject.example(Self.toggle + "\n  default: complete", uses: [Self.read])
        #expect(project.findings().map { $0.prefix(24) } == ["note completed_migration"])
    }

    /// As in a running app, a value of another type and an unknown name mean the default.
    @Test(arguments: ["3", "null", #""nonsense""#, "{}"])
    func invalidStageMeansDefault(value: String) throws {
        let document = """
            {"flags": {"book_store": {"state": "ENABLED", "variants": {"a": \(value)}, "defaultVariant": "a"}}}
            """
        let project = try LintProject.example(
            Self.toggle,
            uses: [Self.read],
            document: document,
            history: .stages(
                "book_store",
                [
                    ("2026-01-01", "nonsense"), ("2026-02-01", "dualwrite"), ("2026-02-02", "shadow"),
                    ("2026-02-03", "live"),
                ]
            )
        )
        let findings = Linter(project, options: .only("skipped_stage")).run().findings
        #expect(
            findings.map(\.message) == [
                """
                ‘book_store’ was moved back from ‘live’ to ‘off’ in the working copy of flags.json, skipping ‘shadow’ \
                and ‘dualwrite’, and the old store may lack failed writes
                """
            ]
        )
    }
}

extension ProjectHistory {
    /// Returns the git history of a parameter with the stages of a migration; `nil` is an unknown stage.
    static func stages(_ parameter: String, _ steps: [(day: String, stage: String?)]) -> ProjectHistory {
        ProjectHistory(
            parameters: steps.enumerated().compactMap { index, step in
                CalendarDate(step.day).map { day in
                    ParameterEvent(
                        parameter: parameter,
                        kind: index == 0 ? .added : .changed,
                        valueForAllUsers: step.stage.map { "\"\($0)\"" },
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
