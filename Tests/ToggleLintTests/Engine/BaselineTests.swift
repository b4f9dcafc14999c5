import Testing
import ToggleManifest

@testable import ToggleLint

@Suite struct BaselineTests {
    private func report(uses: [ToggleUse], today: String = "2026-11-21", baseline: Baseline? = nil) -> LintReport {
        let (project, _) = LintSample.project(today: today, sources: SourceFacts(uses: uses))
        var options = Linter.Options()
        options.baseline = baseline
        return Linter(project, options: options, rules: SampleRules.all).run()
    }

    @Test func baselineFindingsAreNotReported() throws {
        let before = report(uses: [LintSample.use("new_checkout", line: 9)])
        let baseline = try Baseline(reading: Array(Baseline(before.findings).text.utf8))
        #expect(baseline == Baseline(before.findings))
        let after = report(
            uses: [
                LintSample.use("new_checkout", line: 3_000), LintSample.use("new_checkout", path: "B.swift", line: 9),
            ],
            baseline: baseline
        )
        #expect(after.findings.map(\.path) == ["B.swift"])
        #expect(after.baselinedCount == 2)
        #expect(after.goneFromBaseline == [])
    }

    @Test func baselineOmitsRecordedNumberOfFindings() {
        let baseline = Baseline(report(uses: [LintSample.use("new_checkout", line: 9)]).findings)
        let lines = [9, 20]
        let after = report(uses: lines.map { LintSample.use("new_checkout", line: $0) }, baseline: baseline)
        #expect(after.findings.map(\.range?.start.line) == [20])
    }

    @Test func goneFindingsAreReported() {
        let baseline = Baseline(report(uses: [LintSample.use("new_checkout", line: 9)]).findings)
        let gone = report(uses: [], baseline: baseline).goneFromBaseline
        #expect(gone == [BaselineEntry(rule: "read_toggle", toggle: "new_checkout", path: "Sources/App.swift")])
    }

    @Test func findingThatOnlyAgedIsNotGone() {
        let entry = BaselineEntry(rule: "expires_soon", toggle: "new_checkout", path: "toggles.yaml")
        var baseline = Baseline([])
        baseline.counts[entry] = 1
        let later = report(uses: [], baseline: baseline)
        #expect(later.findings.map(\.rule) == ["expired_toggle"])
        #expect(later.goneFromBaseline == [])
        #expect(report(uses: [], today: "2026-11-01", baseline: baseline).goneFromBaseline == [entry])
    }

    @Test func findingOfSkippedRuleIsNotGone() {
        let baseline = Baseline(report(uses: [LintSample.use("new_checkout", line: 9)]).findings)
        let (project, _) = LintSample.project()
        var options = Linter.Options()
        options.baseline = baseline
        #expect(Linter(project, options: options, rules: SampleRules.all).run().goneFromBaseline == [])
    }

    @Test func textIsStable() {
        let findings = report(uses: [5, 6].map { LintSample.use("new_checkout", line: $0) }).findings
        let text = """
            {
              "version": 1,
              "findings": [
                { "path": "Sources/App.swift", "rule": "read_toggle", "toggle": "new_checkout", "count": 2 },
                { "path": "toggles.yaml", "rule": "expired_toggle", "toggle": "new_checkout" }
              ]
            }

            """
        #expect(Baseline(findings).text == text)
        #expect(Baseline(findings.reversed()).text == text)
        #expect(Baseline([]).text == "{\n  \"version\": 1,\n  \"findings\": []\n}\n")
    }

    @Test(arguments: [
        ("", "it is not valid JSON: "), ("[]", "it has no ‘version’; write it again with --write-baseline"),
        (#"{"version": 2}"#, "its version is not 1, the only supported one; update toggles-lint"),
        (#"{"version": 1}"#, "it has no list ‘findings’; write it again with --write-baseline"),
        (
            #"{"version": 1, "findings": [{"rule": "a", "path": "b"}, {"rule": 1}]}"#,
            "entry 2 of its ‘findings’ lacks ‘rule’ or ‘path’"
        ),
    ])
    func invalidBaselineIsExplained(text: String, message: String) {
        do {
            _ = try Baseline(reading: Array(text.utf8))
            Issue.record("read")
        } catch {
            #expect(error.description.hasPrefix(message), "\(error)")
        }
    }

    @Test func fingerprintsAreDistinctAndStable() {
        let first = report(uses: [5, 6].map { LintSample.use("new_checkout", line: $0) }).findings
        let second = report(uses: [50, 60].map { LintSample.use("new_checkout", line: $0) }).findings
        let fingerprints = Fingerprint.all(of: first)
        #expect(Set(fingerprints).count == 3)
        #expect(fingerprints.allSatisfy { $0.count == 32 })
        #expect(fingerprints == Fingerprint.all(of: second))
    }
}
