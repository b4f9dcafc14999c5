import Testing
import ToggleLint

/// Stages that only some users have, by rules and by shares.
@Suite struct SkippedStageOfSomeTests {
    /// A rule that gives a stage to testers.
    static func testers(_ stage: String, _ condition: String = "tester") -> String {
        #", "targeting": {"if": [{"var": "\#(condition)"}, "\#(stage)"]}"#
    }

    /// Returns a rule with shares of stages.
    static func shares(_ shares: String) -> String { #", "targeting": {"fractional": [\#(shares)]}"# }

    /// Returns a project whose document had these texts, one per day until today.
    static func project(_ documents: [String], toggle: String = MigrationRuleTests.toggle) throws -> LintProject {
        let revisions = documents.enumerated().map { index, text in
            RuleExample.Revision("2026-11-\(20 - documents.count + index + 1)", text)
        }
        let example = RuleExample("", toggles: toggle, document: documents.last, revisions: revisions)
        return try LintProject.example(
            toggle,
            uses: [MigrationRuleTests.read],
            document: documents.last,
            history: example.history,
            today: "2026-11-21"
        )
    }

    static func skips(_ documents: [String]) throws -> [String] {
        try Linter(project(documents), options: .only("skipped_stage")).run().findings
            .map { "\($0.severity.rawValue) \($0.message)" }
    }

    private static let off = MigrationRuleTests.document("off")

    @Test(
        arguments: [
            // A branch, its stage, and the rule itself.
            ([off, MigrationRuleTests.document("off", testers("live"))], "was moved from ‘off’ to ‘live’"),
            (
                [
                    MigrationRuleTests.document("off", testers("dualwrite")),
                    MigrationRuleTests.document("off", testers("live")),
                ], "was moved from ‘dualwrite’ to ‘live’"
            ),
            ([MigrationRuleTests.document("off", testers("live")), off], "was moved back from ‘live’ to ‘off’"),
            // The default variant changes, and a branch stays.
            (
                [
                    MigrationRuleTests.document("off", testers("shadow")),
                    MigrationRuleTests.document("shadow", testers("shadow")),
                ], "was moved from ‘off’ to ‘shadow’"
            ),
            // Buckets of the same stages as before.
            (
                [
                    MigrationRuleTests.document("off", shares(#"["off", 50], ["dualwrite", 49], ["shadow", 1]"#)),
                    MigrationRuleTests.document("off", shares(#"["off", 40], ["dualwrite", 10], ["shadow", 50]"#)),
                    MigrationRuleTests.document("off", shares(#"["off", 10], ["dualwrite", 10], ["shadow", 80]"#)),
                ], "was moved from ‘off’ to ‘shadow’"
            ),
            // A share within a branch.
            (
                [
                    MigrationRuleTests.document("off", testers("off")),
                    MigrationRuleTests.document(
                        "off",
                        #", "targeting": {"if": [{"var": "tester"}, {"fractional": [["off", 50], ["shadow", 50]]}]}"#
                    ),
                ], "from ‘off’ to ‘shadow’"
            ),
            // The end of a rollout that didn't include some users.
            (
                [
                    MigrationRuleTests.document("off", shares(#"["off", 1], ["dualwrite", 99]"#)),
                    MigrationRuleTests.document("shadow"),
                ], "was moved from ‘off’ to ‘shadow’"
            ),
            // The code's default is a stage, too.
            (
                [
                    MigrationRuleTests.document("live"),
                    MigrationRuleTests.document("live").replacing("ENABLED", with: "DISABLED"),
                ], "was moved back from ‘live’ to ‘off’"
            ),
            ([MigrationRuleTests.document("live"), #"{"flags": {}}"#], "was moved back from ‘live’ to ‘off’"),
        ]
    )
    func stageSkippedBySomeUsersIsReported(documents: [String], way: String) throws {
        let skips = try Self.skips(documents)
        #expect(skips.count == 1 && skips[0].hasPrefix("warning ") && skips[0].contains(way), "\(skips)")
    }

    @Test(
        arguments: [
            // Testers take one stage after another, and all others follow.
            ["off", "dualwrite", "shadow"].map { MigrationRuleTests.document("off", testers($0)) } + [
                MigrationRuleTests.document("dualwrite", testers("shadow")),
                MigrationRuleTests.document("dualwrite", testers("live")),
                MigrationRuleTests.document("shadow", testers("live")), MigrationRuleTests.document("live"),
            ],
            // A rollout between two stages.
            [
                off, MigrationRuleTests.document("off", shares(#"["dualwrite", 10], ["off", 90]"#)),
                MigrationRuleTests.document("off", shares(#"["dualwrite", 60], ["off", 40]"#)),
                MigrationRuleTests.document("dualwrite"),
                MigrationRuleTests.document("off", shares(#"["shadow", 10], ["dualwrite", 90]"#)),
                MigrationRuleTests.document("shadow"),
            ],
            // More users become testers, and their previous stages are unknown.
            [
                MigrationRuleTests.document("off", testers("shadow")),
                MigrationRuleTests.document("off", testers("shadow", "staff")),
            ],
            // A second rule before the first one.
            [
                MigrationRuleTests.document("dualwrite", testers("shadow")),
                MigrationRuleTests.document(
                    "dualwrite",
                    #", "targeting": {"if": [{"var": "staff"}, "live", {"var": "tester"}, "shadow"]}"#
                ),
            ],
            // An equivalent rule in another form.
            [
                MigrationRuleTests.document("off", #", "targeting": {"if": [{"var": "tester"}, "shadow", "off"]}"#),
                MigrationRuleTests.document("off", testers("shadow")),
            ],
            // Rules that would have to be evaluated.
            [
                MigrationRuleTests.document("off"),
                MigrationRuleTests.document("off", #", "targeting": {"var": "stage"}"#),
                MigrationRuleTests.document("off", #", "targeting": {"if": [{"var": "a"}, {"var": "stage"}, "off"]}"#),
            ],
        ]
    )
    func uncertainSkipIsIgnored(documents: [String]) throws {
        #expect(try Self.skips(documents) == [])
    }

    // MARK: - Simultaneous stages

    @Test(
        arguments: [
            (
                "off", "complete",
                "warning ‘book_store’ has users at ‘off’, who write only to the old store, and others at"
            ),
            (
                "complete", "off",
                "warning ‘book_store’ has users at ‘off’, who write only to the old store, and others at"
            ),
            (
                "off", "live",
                "note ‘book_store’ has users at ‘off’, who do not write to the new store, and others at ‘live’"
            ),
            ("rampdown", "off", "note ‘book_store’ has users at ‘off’, who do not write to the new store"),
            (
                "shadow", "complete",
                "note ‘book_store’ has users at ‘shadow’, who read the old store, and others at"
            ),
            ("off", "dualwrite", nil), ("off", "shadow", nil), ("dualwrite", "live", nil), ("shadow", "rampdown", nil),
            ("live", "complete", nil), ("rampdown", "complete", nil),
        ] as [(String, String, String?)]
    )
    func simultaneousIncompatibleStagesAreReported(all: String, some: String, text: String?) throws {
        let project = try LintProject.example(
            MigrationRuleTests.toggle,
            uses: [MigrationRuleTests.read],
            document: MigrationRuleTests.document(all, Self.testers(some)),
            today: "2026-11-21"
        )
        let findings = Linter(project, options: .only("skipped_stage")).run().findings
        #expect(findings.count == (text == nil ? 0 : 1))
        for finding in findings {
            #expect("\(finding.severity.rawValue) \(finding.message)".hasPrefix(text ?? "-"), "\(finding.message)")
        }
    }

    @Test func rolloutWithGapIsReportedOnce() throws {
        let skips = try Self.skips([
            Self.off, MigrationRuleTests.document("off", Self.shares(#"["off", 90], ["complete", 10]"#)),
        ])
        #expect(skips.count == 1 && skips[0].hasPrefix("warning the rollout of ‘book_store’ takes users"), "\(skips)")
    }
}
