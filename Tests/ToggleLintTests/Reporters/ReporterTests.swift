import Foundation
import Testing
import ToggleBase
import ToggleManifest

@testable import ToggleLint

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Compares the whole output of every reporter for one report.
///
/// `UPDATE_REFERENCES=1` updates the references.
@Suite struct ReporterTests {
    private static let golden = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Golden")

    /// A report with findings of every severity, one of them with hostile text, one about a whole file.
    static let report: LintReport = {
        let rule = SampleRules.ExpiredRule.description
        let (project, _) = LintSample.project()
        var error = Finding(
            rule,
            toggle: project.manifest.toggles.first,
            path: "toggles.yaml",
            range: project.manifest.toggles.first?.location,
            message: "‘new_checkout’ expired on 2026-11-15, 6 days ago",
            nextStep:
                "remove the off branch `showThreeSteps()` at Sources/App.swift:4, or extend it with `toggles extend new_checkout --until DATE`",
            related: [
                RelatedPlace(
                    path: "Sources/App.swift",
                    range: LintSample.range(4, 8),
                    message: "the toggle is read here"
                )
            ]
        )
        error.severity = .error
        let hostile = Finding(
            SampleRules.ReadRule.description,
            path: "Sources/A b,c:%\u{1B}[31m<&\">.swift",
            range: LintSample.range(2, 3),
            message:
                "a \u{1B}[2Jtext\n::error::with | pipes, `ticks, 100% & <script>alert('x')</script> \u{202E}\u{0}",
            nextStep: "[look](http://example.com) *away*",
            discriminator: "x"
        )
        var whole = Finding(
            SampleRules.OptionalRule.description,
            toggle: project.manifest.toggles.last,
            path: "flags.json",
            range: nil,
            message: "‘admin_tools’ has no parameter",
            nextStep: "add the parameter ‘admin_tools’ to flags.json"
        )
        whole.severity = .note
        var report = LintReport(
            manifestPath: project.manifestPath,
            today: project.today,
            findings: [hostile, whole, error],
            rules: SampleRules.all.map { $0.description } + [SuppressionRules.unknownSuppression]
        )
        report.toggleCount = 3
        report.fileCount = 12
        report.suppressedCount = 2
        report.allowedCount = 1
        report.baselinedCount = 4
        report.notes = ["the clone is shallow"]
        report.goneFromBaseline = [
            BaselineEntry(rule: "read_toggle", toggle: "new_checkout", path: "Sources/Old.swift")
        ]
        return report
    }()

    private static let context = ReportContext(version: "1.2.3") { path in
        path == "toggles.yaml"
            ? Array(LintSample.manifest.utf8) : path.hasPrefix("Sources/A") ? Array("a\n\tbc\u{7}d\r\n".utf8) : nil
    }

    /// After ten annotations of a kind, findings are lines of the log, in which GitHub looks for commands, too.
    @Test func logLinesAreNotCommands() {
        let findings = (0..<12).map { number in
            Finding(
                SampleRules.ReadRule.description,
                path: number < 10 ? "Sources/A.swift" : "\u{A0}\u{3000}\u{200D}::error::\(number)",
                range: nil,
                message: "#\u{200D}#[error]forged ::set-output name=a::b",
                nextStep: "look",
                discriminator: "\(number)"
            )
        }
        let report = LintReport(
            manifestPath: " ::warning::toggles.yaml",
            today: Self.report.today,
            findings: findings,
            rules: SampleRules.all.map { $0.description }
        )
        let lines = GitHubReporter.text(of: report, in: ReportContext(version: "1")).split(separator: "\n")
        #expect(lines.count == 13)
        for line in lines.dropFirst(10) {
            #expect(!line.contains("##["), "\(line)")
            #expect(!line.drop { $0.isWhitespace }.hasPrefix("::"), "\(line)")
        }
        #expect(lines[10].hasPrefix("  : :error::10: "))
        #expect(lines[10].contains("## [error]forged"))
    }

    /// A description such as ‘the author of the override’ is not a name that tools can look up.
    @Test func unknownOwnerIsDescribedOnlyInText() throws {
        var finding = Finding(
            SampleRules.ReadRule.description,
            path: "local-defaults.json",
            range: nil,
            message: "‘old_basket’ is overridden",
            nextStep: "remove the override"
        )
        finding.ownerDescription = "the author of the override"
        let report = LintReport(
            manifestPath: "toggles.yaml",
            today: Self.report.today,
            findings: [finding],
            rules: SampleRules.all.map { $0.description }
        )
        #expect(TextReporter.text(of: report, in: Self.context).contains("owner: the author of the override\n"))
        #expect(JSONReporter.text(of: report, in: Self.context).contains(#""owner": null"#))
        #expect(!SARIFReporter.text(of: report, in: Self.context).contains(#""owner":"#))
    }

    @Test(arguments: [
        ("A[0](1)", #"A\\[0\\](1)"#), (#"A\b [c](d)"#, #"A\\\\b \\[c\\](d)"#), ("A[0]", "A[0]"),
        ("F {0} {12}", "F {{0}} {{12}}"), ("F { 0 } {} {a0} 0}", "F { 0 } {} {a0} 0}"), ("](", #"\\]("#),
        ("{1", "{1"), ("1}", "1}"),
    ])
    func codeInSARIFMessageIsNeitherLinkNorPlaceholder(text: String, expected: String) {
        var report = Self.report
        report.notes = [text]
        #expect(SARIFReporter.text(of: report, in: Self.context).contains(#""text": "\#(expected)."#))
    }

    @Test func textInGitHubLogIsNotCommand() {
        let finding = Finding(
            SampleRules.ReadRule.description,
            path: "\u{3000}::error::a.swift",
            range: LintSample.range(1, 1),
            message: "##[error]forged",
            nextStep: "look at ##[group]"
        )
        let report = LintReport(manifestPath: "::warning::toggles.yaml", today: Self.report.today, findings: [finding])
        var context = ReportContext(version: "1", hasColors: true) { _ in Array("::set-output name=a::b".utf8) }
        #expect(TextReporter.text(of: report, in: context).contains("::set-output"))
        context.isInGitHubLog = true
        let lines = TextReporter.text(of: report, in: context).split(separator: "\n")
        #expect(lines.count >= 4)
        for line in lines {
            #expect(!line.contains("##["), "\(line)")
            #expect(!line.drop { $0.isWhitespace }.hasPrefix("::"), "\(line)")
        }
        #expect(lines.contains("  : :set-output name=a::b"))
    }

    @Test(arguments: Reporters.all.map { $0.name })
    func matchesReference(name: String) throws {
        let reporter = try #require(Reporters.all.first { $0.name == name })
        let text = reporter.text(of: Self.report, in: Self.context)
        let file = Self.golden.appending(path: "\(name).txt")
        if ProcessInfo.processInfo.environment["UPDATE_REFERENCES"] != nil {
            try FileManager.default.createDirectory(at: Self.golden, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        #expect(text == String(decoding: try Data(contentsOf: file), as: UTF8.self))
    }

    @Test(arguments: Reporters.all.map { $0.name })
    func writesNoControlSequences(name: String) throws {
        let reporter = try #require(Reporters.all.first { $0.name == name })
        let text = reporter.text(of: Self.report, in: Self.context)
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\t" || !$0.isUnsafeInTerminal })
        #expect(text.hasSuffix("\n"))
    }

    @Test(arguments: Reporters.all.map { $0.name })
    func writesEmptyReport(name: String) throws {
        let reporter = try #require(Reporters.all.first { $0.name == name })
        let report = LintReport(manifestPath: "toggles.yaml", today: Self.report.today)
        let text = reporter.text(of: report, in: Self.context)
        #expect(text.hasSuffix("\n"))
        if ["json", "sarif", "gitlab"].contains(name) { _ = try JSONReader().value(from: text) }
        if ["junit", "checkstyle"].contains(name) { #expect(XMLParser(data: Data(text.utf8)).parse()) }
    }

    @Test(arguments: ["junit", "checkstyle"])
    func writesValidXML(name: String) throws {
        let reporter = try #require(Reporters.all.first { $0.name == name })
        let parser = XMLParser(data: Data(reporter.text(of: Self.report, in: Self.context).utf8))
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
    }

    @Test(arguments: ["json", "sarif", "gitlab"])
    func writesValidJSON(name: String) throws {
        let reporter = try #require(Reporters.all.first { $0.name == name })
        _ = try JSONReader().value(from: reporter.text(of: Self.report, in: Self.context))
    }

    @Test func colorsAreOptional() {
        var context = Self.context
        context.hasColors = true
        let text = TextReporter.text(of: Self.report, in: context)
        #expect(text.contains("\u{1B}[31merror\u{1B}[0m"))
        #expect(!text.contains("\u{1B}[2J"))
    }

    @Test func quietPrintsOnlyFindings() {
        var context = Self.context
        context.isQuiet = true
        let report = LintReport(manifestPath: "toggles.yaml", today: Self.report.today)
        #expect(TextReporter.text(of: report, in: context) == "")
    }
}

@Suite struct GitHubReporterTests {
    private func report(errors: Int, warnings: Int) -> LintReport {
        let (project, _) = LintSample.project()
        let findings = (0..<(errors + warnings)).map { index in
            var finding = Finding(
                SampleRules.ReadRule.description,
                path: "Sources/App.swift",
                range: LintSample.range(index + 1, 1),
                message: "number \(index)",
                nextStep: "go on"
            )
            finding.severity = index < warnings ? .warning : .error
            return finding
        }
        return LintReport(manifestPath: "toggles.yaml", today: project.today, findings: findings)
    }

    @Test func annotatesTenPerKindWorstFirst() {
        let report = report(errors: 11, warnings: 12)
        let text = GitHubReporter.text(of: report, in: ReportContext(version: "1", hasStepSummary: true))
        let lines = text.split(separator: "\n")
        #expect(lines.prefix(10).allSatisfy { $0.hasPrefix("::error ") })
        #expect(lines.dropFirst(10).prefix(10).allSatisfy { $0.hasPrefix("::warning ") })
        #expect(lines.count == 21)
        #expect(lines.last == "toggles.yaml: 11 errors, 12 warnings in 0 toggles")
        let summary = MarkdownReporter.text(of: report, in: ReportContext(version: "1"))
        #expect(summary.split(separator: "\n").count { $0.contains("go on") } == 23)
    }

    @Test func printsRestWithoutStepSummary() {
        let text = GitHubReporter.text(of: report(errors: 11, warnings: 0), in: ReportContext(version: "1"))
        #expect(text.contains("\nSources/App.swift:11:1: error: number 10. Next: go on. [read_toggle]\n"))
    }

    @Test func summaryHasMaximumSize() {
        var report = report(errors: 4_000, warnings: 0)
        for index in report.findings.indices { report.findings[index].message = String(repeating: "x", count: 500) }
        let text = MarkdownReporter.text(of: report, in: ReportContext(version: "1"))
        #expect(text.utf8.count < 1 << 20)
        #expect(text.hasSuffix("more findings did not fit.\n"))
    }
}
