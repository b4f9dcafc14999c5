import ToggleBase
import ToggleManifest

/// GitLab's code quality report.
package enum GitLabReporter: LintReporter {
    package static let name = "gitlab"
    package static let summary = "GitLab's code quality report"
    package static let isForServers = true

    package static func text(of report: LintReport, in context: ReportContext) -> String {
        let fingerprints = Fingerprint.all(of: report.findings)
        let items = zip(report.findings, fingerprints).map { finding, fingerprint -> JSONValue in
            [
                "description": .string(ReportText.sentences(of: finding)),
                "check_name": .string(finding.rule),
                "fingerprint": .string(fingerprint),
                "severity": .string(severity(finding.severity)),
                "location": [
                    "path": .string(finding.path),
                    "lines": ["begin": .integer(max(1, finding.range?.start.line ?? 1))],
                ],
            ]
        }
        return JSONWriter(.pretty).text(.array(items)).printableJSON + "\n"
    }

    private static func severity(_ severity: Finding.Severity) -> String {
        switch severity {
        case .error: "major"
        case .warning: "minor"
        case .note: "info"
        }
    }
}
