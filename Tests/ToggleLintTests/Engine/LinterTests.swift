import Testing
import ToggleManifest

@testable import ToggleLint

@Suite struct LinterTests {
    private func report(
        lint: String = "",
        today: String = "2026-11-21",
        sources: SourceFacts? = nil,
        document: String? = nil,
        _ change: (inout Linter.Options) -> Void = { _ in }
    ) -> LintReport {
        var (project, diagnostics) = LintSample.project(lint: lint, today: today, sources: sources)
        project.document = document.map { LintProject.File(path: "flags.json", bytes: Array($0.utf8)) }
        #expect(diagnostics.isEmpty, "\(diagnostics)")
        var options = Linter.Options()
        change(&options)
        return Linter(project, options: options, rules: SampleRules.all).run()
    }

    /// Returns `severity rule toggle` of each finding.
    private func words(_ report: LintReport) -> [String] {
        report.findings.map { "\($0.severity.rawValue) \($0.rule) \($0.toggle ?? "-")" }
    }

    // MARK: - Severities

    @Test(arguments: [
        ("", ["warning expired_toggle new_checkout"]),
        ("rules: { expired_toggle: error }", ["warning expired_toggle new_checkout"]),
        ("rules: { expired_toggle: error }\ngrace: 0", ["error expired_toggle new_checkout"]),
        ("rules: { expired_toggle: note }", ["note expired_toggle new_checkout"]),
        ("rules: { expired_toggle: off }", []),
        ("rules: { expired_toggle: { categories: { release: off } } }", []),
        (
            "rules: { expired_toggle: { severity: off, categories: { release: note } } }",
            ["note expired_toggle new_checkout"]
        ),
        (
            "rules: { expired_toggle: off, any_toggle: { categories: { ops: error } } }",
            ["error any_toggle search_ranking"]
        ),
        (
            "rules: { expired_toggle: off, any_toggle: { severity: warning, categories: { ops: off } } }",
            ["warning any_toggle new_checkout", "warning any_toggle admin_tools"]
        ),
    ])
    func manifestSetsSeverities(lint: String, expected: [String]) {
        #expect(words(report(lint: lint)) == expected)
    }

    @Test func configuredSeverityDoesNotRaiseNotes() {
        let sources = SourceFacts(uses: [
            LintSample.use("new_checkout", line: 7), LintSample.use("new_checkout", line: 101),
        ])
        let report = report(lint: "rules: { read_toggle: error, expired_toggle: off }", sources: sources)
        #expect(words(report) == ["error read_toggle new_checkout", "note read_toggle new_checkout"])
    }

    @Test(
        arguments: [
            ("2026-11-16", false, nil, "warning"), ("2026-11-22", true, nil, "warning"),
            ("2026-11-23", true, nil, "error"),
            ("2026-11-23", false, nil, "warning"), ("2026-11-16", true, 0, "error"),
            ("2026-12-15", true, 30, "warning"),
            ("2026-12-16", true, 30, "error"),
        ] as [(String, Bool, Int?, String)]
    )
    func expiryFailsScheduledRunAfterGracePeriod(
        today: String,
        isScheduled: Bool,
        grace: Int?,
        severity: String
    ) {
        let report = report(today: today) {
            $0.isScheduled = isScheduled
            $0.grace = grace
        }
        #expect(words(report) == ["\(severity) expired_toggle new_checkout"])
    }

    // MARK: - Which rules run

    @Test func selectedRuleRunsDespiteManifest() {
        let report = report(lint: "rules: { any_toggle: off }") { $0.only = ["any_toggle"] }
        #expect(report.findings.map(\.toggle) == ["new_checkout", "search_ranking", "admin_tools"])
        #expect(report.rules.map(\.identifier) == ["any_toggle"])
    }

    @Test func disabledRuleDoesNotRun() {
        #expect(report { $0.disabled = ["expired_toggle"] }.findings == [])
    }

    @Test func findingsAreSortedByPathAndLocation() {
        let uses = [("new_checkout", 9), ("admin_tools", 2), ("search_ranking", 2)].map {
            LintSample.use($0.0, line: $0.1)
        }
        let report = report(sources: SourceFacts(uses: uses))
        #expect(
            words(report) == [
                "warning read_toggle admin_tools", "warning read_toggle search_ranking",
                "warning read_toggle new_checkout", "warning expired_toggle new_checkout",
            ]
        )
    }

    // MARK: - Suppressions

    @Test func suppressedFindingsAreCounted() {
        let sources = SourceFacts(
            uses: [LintSample.use("new_checkout", line: 7), LintSample.use("new_checkout", line: 8)],
            suppressions: [LintSample.comment(["read_toggle"], line: 7)]
        )
        let report = report(lint: "rules: { expired_toggle: off }", sources: sources)
        #expect(report.findings.map(\.range?.start.line) == [8])
        #expect(report.suppressedCount == 1)
    }

    @Test(
        arguments: [
            (
                ["read_togle"], "A typo.", "unknown_suppression",
                "‘read_togle’ is not a rule, and the comment does not suppress it"
            ),
            ([], "No rule.", "unknown_suppression", "the comment names no rule, so it suppresses nothing"),
            (
                ["read_toggle"], nil, "superfluous_suppression",
                "there is no finding here for the comment to suppress: ‘read_toggle’"
            ),
        ] as [([String], String?, String, String)]
    )
    func superfluousSuppressionsAreReported(rules: [String], reason: String?, rule: String, message: String) {
        let sources = SourceFacts(suppressions: [LintSample.comment(rules, reason: reason ?? "Because.", line: 3)])
        let report = report(lint: "rules: { expired_toggle: off }", sources: sources)
        #expect(report.findings.map(\.rule) == [rule])
        #expect(report.findings.map(\.message) == [message])
    }

    @Test func suppressionWithoutReasonWorksAndIsReported() {
        let sources = SourceFacts(
            uses: [LintSample.use("new_checkout", line: 7)],
            suppressions: [LintSample.comment(["read_toggle"], reason: nil, line: 7)]
        )
        let report = report(lint: "rules: { expired_toggle: off }", sources: sources)
        #expect(report.findings.map(\.rule) == ["suppression_without_reason"])
        #expect(report.suppressedCount == 1)
    }

    @Test func suppressionOfSkippedRuleIsNotSuperfluous() {
        let sources = SourceFacts(suppressions: [LintSample.comment(["read_toggle"], line: 3)])
        #expect(report(sources: sources) { $0.disabled = ["read_toggle", "expired_toggle"] }.findings == [])
        let allowance = "allow:\n  - { rule: read_toggle, reason: Because., until: 2026-12-31 }"
        // The sources were not searched.
        #expect(report(lint: allowance) { $0.disabled = ["expired_toggle"] }.findings == [])
    }

    // MARK: - Allowances

    @Test(
        arguments: [
            ("{ rule: expired_toggle, reason: Waits., until: 2026-11-21 }", [], 1),
            ("{ rule: expired_toggle, toggle: new_checkout, reason: Waits., until: 2027-01-01 }", [], 1),
            (
                "{ rule: expired_toggle, toggle: new_checkout, reason: Waits., until: 2026-11-20 }",
                [
                    "expired_toggle: ‘new_checkout’ expired on 2026-11-15",
                    "expired_allowance: the allowance of ‘expired_toggle’ for ‘new_checkout’ ended on 2026-11-20",
                ], 0
            ),
            (
                "{ rule: expired_toggle, toggle: admin_tools, reason: Waits., until: 2026-12-31 }",
                [
                    "expired_toggle: ‘new_checkout’ expired on 2026-11-15",
                    "superfluous_allowance: the allowance of ‘expired_toggle’ for ‘admin_tools’ applies to no finding",
                ], 0
            ),
            (
                "{ rule: expired_toggle, toggle: new_checkuot, reason: Waits., until: 2026-12-31 }",
                [
                    "expired_toggle: ‘new_checkout’ expired on 2026-11-15",
                    "superfluous_allowance: the allowance of ‘expired_toggle’ for ‘new_checkuot’ names a toggle that is not declared",
                ], 0
            ),
        ] as [(String, [String], Int)]
    )
    func allowanceIsValidUntilItsDate(entry: String, expected: [String], count: Int) {
        let report = report(lint: "allow:\n  - \(entry)")
        #expect(report.findings.map { "\($0.rule): \($0.message)" } == expected)
        #expect(report.allowedCount == count)
    }

    @Test(arguments: [".", "-", " — ", "!?"])
    func reasonNeedsLetter(reason: String) {
        let sources = SourceFacts(
            uses: [LintSample.use("new_checkout", line: 7)],
            suppressions: [LintSample.comment(["read_toggle"], reason: reason, line: 7)]
        )
        let report = report(lint: "rules: { expired_toggle: off }", sources: sources)
        #expect(report.findings.map(\.rule) == ["suppression_without_reason"])
    }

    @Test(arguments: [["read_toggle:", "Read", "once."], ["read_toggle", "Read", "once."]])
    func reasonWithoutHyphenIsOneFinding(rules: [String]) {
        let sources = SourceFacts(suppressions: [LintSample.comment(rules, reason: nil, line: 3)])
        let report = report(lint: "rules: { expired_toggle: off }", sources: sources)
        #expect(report.findings.map(\.nextStep) == ["did you mean ‘toggles:ignore read_toggle - reason’?"])
    }

    @Test(arguments: SuppressionRules.all.filter { $0.area == .suppression }.map(\.identifier))
    func suppressionRulesCannotBeSuppressed(rule: String) {
        let (_, diagnostics) = LintSample.project(
            lint: "allow:\n  - { rule: \(rule), reason: Soon needed., until: 2026-12-31 }"
        )
        #expect(diagnostics.map { $0.message.contains("cannot be allowed") } == [true])
        let sources = SourceFacts(suppressions: [LintSample.comment([rule], line: 3)])
        let report = report(lint: "rules: { expired_toggle: off }", sources: sources)
        #expect(report.findings.map(\.rule) == ["unknown_suppression"])
    }

    @Test func allowanceIsLimitedToTwoYears() {
        let entry = "{ rule: expired_toggle, reason: Waits., until: 9999-12-31 }"
        let report = report(lint: "allow:\n  - \(entry)")
        #expect(report.findings.map(\.rule) == ["endless_allowance"])
        #expect(report.allowedCount == 1)
        #expect(self.report(lint: "allow:\n  - \(entry.replacing("9999-12-31", with: "2028-11-20"))").findings == [])
    }

    @Test func suppressionForValidFileIsSuperfluous() {
        let comment = LintSample.comment(["unparsed_source"], line: 3)
        let settings = "rules: { expired_toggle: off }"
        let parsed = report(lint: settings, sources: SourceFacts(suppressions: [comment]))
        #expect(parsed.findings.map(\.rule) == ["superfluous_suppression"])
        let problem = Diagnostic(
            .note,
            path: comment.path,
            range: LintSample.range(3, 1),
            message: "a brace is missing"
        )
        let broken = report(lint: settings, sources: SourceFacts(suppressions: [comment], unparsed: [problem]))
        #expect(broken.findings == [])
        #expect(broken.suppressedCount == 1)
    }

    @Test(arguments: ["null", "éclair"])
    func flagWithInvalidKeyCanBeAllowed(name: String) throws {
        func report(_ allow: String) throws -> LintReport {
            let example = RuleExample(
                "",
                toggles: "new_checkout:",
                lint: "sources:\n  - { kind: cases, type: Flag }\n\(allow)",
                source: "enum Flag: String {\n    case new_checkout\n    case `\(name)`\n}"
            )
            var options = Linter.Options()
            options.only = ["declared_elsewhere_missing"]
            return Linter(try ExampleProject.project(of: example), options: options).run()
        }
        let found = try report("").findings.filter { $0.toggle == nil }
        #expect(found.count == 1)
        #expect(found.first?.nextStep.hasPrefix("give it another name or raw value, since ") == true, "\(found)")
        let key = found.first?.discriminator ?? ""
        let entry = "{ rule: declared_elsewhere_missing, toggle: \"\(key)\", reason: Not ours., until: 2026-12-31 }"
        let allowed = try report("allow:\n  - \(entry)")
        #expect(allowed.findings.filter { $0.toggle == nil } == [])
        #expect(allowed.allowedCount == 1)
    }

    @Test func singleParameterCanBeAllowed() throws {
        let entry = "{ rule: orphaned_parameter, parameter: old_menu, reason: For 1.x., until: 2026-12-31 }"
        let flag = #"{ "state": "ENABLED", "variants": { "on": true }, "defaultVariant": "on" }"#
        let example = RuleExample(
            "",
            toggles: "new_checkout:\n  category: ops",
            lint: "allow:\n  - \(entry)",
            document: #"{ "flags": { "old_menu": \#(flag), "old_page": \#(flag) } }"#
        )
        var options = Linter.Options()
        options.only = ["orphaned_parameter"]
        let report = Linter(try ExampleProject.project(of: example), options: options).run()
        #expect(report.findings.map(\.discriminator) == ["old_page"])
        #expect(report.allowedCount == 1)
    }

    @Test func invalidDocumentKeepsBaselineEntries() {
        var project = LintSample.project().project
        project.document = LintProject.File(path: "flags.json", bytes: Array("[1]".utf8))
        project.history = ProjectHistory()
        var options = Linter.Options()
        options.baseline = Baseline([])
        let entry = BaselineEntry(rule: "orphaned_parameter", toggle: nil, path: "flags.json")
        options.baseline?.counts[entry] = 1
        #expect(Linter(project, options: options).run().goneFromBaseline == [])
        project.document?.bytes = Array(#"{ "flags": {} }"#.utf8)
        #expect(Linter(project, options: options).run().goneFromBaseline == [entry])
    }

    @Test func invalidFilesAreNoted() {
        let diagnostic = Diagnostic(
            .error,
            path: "Sources/App.swift",
            range: LintSample.range(3, 1),
            message: "expected '}'"
        )
        let report = report(
            lint: "rules: { expired_toggle: off }",
            sources: SourceFacts(unparsed: [diagnostic], fileCount: 1)
        )
        #expect(words(report) == ["note unparsed_source -"])
    }

    // MARK: - Changes

    @Test(
        arguments: [
            (["toggles.yaml": [8...8]], [], ["expired_toggle new_checkout", "read_toggle new_checkout"]),
            (["toggles.yaml": [13...13]], [], ["read_toggle search_ranking"]),
            (["Sources/App.swift": [9...9]], [], ["expired_toggle new_checkout", "read_toggle new_checkout"]),
            (["Sources/App.swift": [1...3]], [], []),
            (["Sources/Other.swift": [9...9]], [], []),
            (
                [:], ["    if toggles.isEnabled(.newCheckout) {"],
                ["expired_toggle new_checkout", "read_toggle new_checkout"]
            ),
            ([:], ["    if toggles.isEnabled(.newCheckouts) {"], []),
            (["flags.json": [3...3]], [], ["read_toggle search_ranking"]),
            (["flags.json": [1...1, 4...5]], [], []),
        ] as [([String: [ClosedRange<Int>]], [String], [String])]
    )
    func sinceReportsOnlyChangedLines(lines: [String: [ClosedRange<Int>]], removed: [String], expected: [String]) {
        let uses = [LintSample.use("new_checkout", line: 9), LintSample.use("search_ranking", line: 20)]
        let document = """
            { "flags": {
              "search_ranking": { "state": "ENABLED", "variants": { "a": "classic" },
                "defaultVariant": "a" },
              "other": {
                "state": "ENABLED" } } }
            """
        let report = report(sources: SourceFacts(uses: uses), document: document) {
            $0.change = ProjectChange(lines: lines, removed: removed)
        }
        #expect(report.findings.map { "\($0.rule) \($0.toggle ?? "-")" }.sorted() == expected)
        #expect(report.unchangedCount == 3 - expected.count)
    }
}
