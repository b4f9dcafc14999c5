import ToggleManifest

/// JUnit XML, which every CI server shows, with a test for each finding and for each rule without findings.
///
/// Findings that make the run fail are failures. Other findings are skipped tests with a message, so that the report
/// agrees with the exit code.
package enum JUnitReporter: LintReporter {
    package static let name = "junit"
    package static let summary = "JUnit XML, for CI servers"

    package static func text(of report: LintReport, in context: ReportContext) -> String {
        var tests: [String] = []
        for rule in report.rules {
            let findings = report.findings.filter { $0.rule == rule.identifier }
            if findings.isEmpty {
                tests.append(
                    "    <testcase classname=\"toggles.lint\" name=\"\(rule.identifier.escapedForMarkup)\"/>\n"
                )
            }
            tests += findings.map { test($0, in: context) }
        }
        let failures = report.findings.count(where: context.fails)
        let skipped = report.findings.count - failures
        let counts = "tests=\"\(tests.count)\" failures=\"\(failures)\" errors=\"0\" skipped=\"\(skipped)\" time=\"0\""
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="toggles lint" \(counts)>
              <testsuite name="\(report.manifestsText.escapedForMarkup)" \(counts)>
            \(tests.joined())  </testsuite>
            </testsuites>

            """
    }

    private static func test(_ finding: Finding, in context: ReportContext) -> String {
        let place = ReportText.place(finding.path, finding.range)
        let name = "\(finding.rule)\(finding.toggle.map { " \($0)" } ?? "") at \(place)"
        var attributes = "classname=\"toggles.lint\" name=\"\(name.escapedForMarkup)\""
        attributes += " file=\"\(finding.path.escapedForMarkup)\""
        if let range = finding.range { attributes += " line=\"\(range.start.line)\"" }
        let message = finding.message.escapedForMarkup
        let text = "\(place): \(finding.severity.rawValue): \(ReportText.sentences(of: finding))".escapedForMarkup
        let outcome =
            context.fails(finding)
            ? "<failure type=\"\(finding.severity.rawValue)\" message=\"\(message)\">\(text)</failure>"
            : "<skipped message=\"\(message)\">\(text)</skipped>"
        return "    <testcase \(attributes)>\n      \(outcome)\n    </testcase>\n"
    }
}
