import Testing
import ToggleBase
import ToggleLint

/// Groups of users that skip a stage, and stages that the document doesn't contain.
@Suite struct SkippedStagePeopleTests {
    private static func skips(_ documents: [String]) throws -> [String] { try SkippedStageOfSomeTests.skips(documents) }

    /// Returns a rule with the stages of testers, staff, and all others.
    private static func document(_ stage: String, tester: String? = nil, staff: String? = nil) -> String {
        let branches = [("tester", tester), ("staff", staff)].compactMap { name, stage in
            stage.map { #"{"var": "\#(name)"}, "\#($0)""# }
        }
        let rule = branches.isEmpty ? "" : #", "targeting": {"if": [\#(branches.joined(separator: ", "))]}"#
        return MigrationRuleTests.document(stage, rule)
    }

    // MARK: - Groups of users

    @Test func skipIsReportedUntilNextChange() throws {
        let documents = [
            Self.document("dualwrite", tester: "dualwrite", staff: "dualwrite"),
            Self.document("dualwrite", tester: "live", staff: "live"),
            Self.document("dualwrite", tester: "live", staff: "live"),
            Self.document("dualwrite", tester: "rampdown", staff: "live"),
        ]
        let counts = try documents.indices.map { try Self.skips(Array(documents[...$0])).count }
        #expect(counts == [0, 1, 1, 0])
    }

    @Test func handlesManyGroupsOfUsers() throws {
        let documents = ["off", "live"].map { stage in
            let branches = (0..<300).map { index in
                // The first groups keep their stage.
                #"{"==": [{"var": "kind"}, \#(index)]}, "\#(index < 290 ? "off" : stage)""#
            }
            return MigrationRuleTests.document(
                "off",
                #", "targeting": {"if": [\#(branches.joined(separator: ", "))]}"#
            )
        }
        let skips = try Self.skips(documents)
        #expect(skips.count == 1 && skips[0].contains("was moved from ‘off’ to ‘live’"), "\(skips)")
    }

    @Test(
        arguments: [
            (#"{"var": "tester"}, "live", "off""#, #"{"!": [{"var": "tester"}]}, "off", "live""#),
            (#"{">=": [{"var": "version"}, 3]}, "live", "off""#, #"{"<": [{"var": "version"}, 3]}, "off", "live""#),
        ]
    )
    func invertedConditionMovesNoUsers(old: String, new: String) throws {
        let documents = [old, new].map { MigrationRuleTests.document("off", #", "targeting": {"if": [\#($0)]}"#) }
        #expect(try Self.skips(documents).filter { $0.contains("was moved") } == [])
    }

    // MARK: - Rules that need an evaluation

    @Test func cleanMigrationBesideComplexRuleIsAccepted() throws {
        let rule = #", "targeting": {"if": [{"var": "beta"}, {"var": "stage"}]}"#
        let documents = MigrationStage.allCases.map { MigrationRuleTests.document($0.rawValue, rule) }
        #expect(try Self.skips([MigrationRuleTests.document("off")] + documents) == [])
        // A skip beside it is still reported.
        let skips = try Self.skips([documents[0], documents[1], documents[3]])
        #expect(skips.count == 1)
        #expect(skips.first?.hasPrefix("note ‘book_store’ was moved from ‘dualwrite’ to ‘live’") == true, "\(skips)")
    }

    // MARK: - Rollouts

    @Test func rolloutHidesOnlyItsOwnSkip() throws {
        let shares = #"{"fractional": [["dualwrite", 90], ["live", 10]]}"#
        let rule = #", "targeting": {"if": [{"var": "tester"}, "live", \#(shares)]}"#
        // The rollout also takes users to the same stage from another one.
        let skips = try Self.skips([
            Self.document("off", tester: "off"), MigrationRuleTests.document("dualwrite", rule),
        ])
        #expect(skips.contains { $0.contains("was moved from ‘off’ to ‘live’") }, "\(skips)")
        #expect(skips.contains { $0.contains("the rollout of ‘book_store’ takes users from ‘dualwrite’") }, "\(skips)")
    }

    @Test func rolloutOfDisabledFlagMovesNoUsers() throws {
        let shares = SkippedStageOfSomeTests.shares(#"["off", 90], ["live", 10]"#)
        let document = MigrationRuleTests.document("off", shares).replacing("ENABLED", with: "DISABLED")
        #expect(try Self.skips([document]) == [])
    }

    // MARK: - Stages outside of the document

    @Test(
        arguments: [
            // The toggle was declared on the 10th, when the document had only other parameters.
            ("2026-11-12", "2026-11-18", ["note"]),
            // The parameter was added with its toggle.
            ("2026-11-05", "2026-11-10", []),
        ]
    )
    func laterParameterReplacesDefault(
        start: String,
        day: String,
        severities: [String]
    ) throws {
        let live = Self.document("live")
        let example = RuleExample(
            "",
            toggles: MigrationRuleTests.toggle,
            document: live,
            revisions: [
                RuleExample.Revision(start, #"{"flags": {"other": {"state": "ENABLED"}}}"#),
                RuleExample.Revision(day, live),
            ]
        )
        let project = try LintProject.example(MigrationRuleTests.toggle, document: live, history: example.history)
        let findings = Linter(project, options: .only("skipped_stage")).run().findings
        #expect(findings.map(\.severity.rawValue) == severities)
        #expect(findings.allSatisfy { $0.message.contains("was moved from ‘off’ to ‘live’ by Robin on 2026-11-18") })
    }

    @Test func removedParameterRestoresDefault() throws {
        let steps = [("2026-11-01", "off"), ("2026-11-02", "dualwrite")]
        let revisions = steps.map { RuleExample.Revision($0.0, Self.document($0.1)) }
        let empty = #"{"flags": {}}"#
        let example = RuleExample(
            "",
            toggles: MigrationRuleTests.toggle,
            document: empty,
            revisions: revisions + [RuleExample.Revision("2026-11-05", empty)]
        )
        var history = try #require(example.history)
        history.toggles = try [("2026-11-05", "off", "dualwrite"), ("2026-11-18", "dualwrite", "live")].map {
            ProjectHistory.ToggleEvent(
                toggle: "book_store",
                kind: .defaultValue(from: #""\#($0.1)""#, to: #""\#($0.2)""#),
                commit: try RemoteRuleTests.commit($0.0, "Ship it")
            )
        }
        let project = try LintProject.example(
            MigrationRuleTests.toggle + "\n  default: live",
            document: empty,
            history: history
        )
        #expect(
            Linter(project, options: .only("skipped_stage")).run().findings.map(\.message) == [
                "‘book_store’ was moved from ‘dualwrite’ to ‘live’ by Robin on 2026-11-18 (‘Ship it’), skipping ‘shadow’"
            ]
        )
    }
}
