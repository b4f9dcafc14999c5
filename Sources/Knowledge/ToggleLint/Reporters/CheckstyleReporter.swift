import ToggleManifest

/// Checkstyle XML, which many CI servers and editors read.
package enum CheckstyleReporter: LintReporter {
    package static let name = "checkstyle"
    package static let summary = "Checkstyle XML, for CI servers and editors"

    package static func text(of report: LintReport, in context: ReportContext) -> String {
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n"
        var path: String?
        for finding in report.findings {
            if finding.path != path {
                if path != nil { text += "  </file>\n" }
                text += "  <file name=\"\(finding.path.escapedForMarkup)\">\n"
                path = finding.path
            }
            text += "    <error line=\"\(max(1, finding.range?.start.line ?? 1))\""
            text += " column=\"\(max(1, finding.range?.start.column ?? 1))\""
            text += " severity=\"\(finding.severity == .note ? "info" : finding.severity.rawValue)\""
            text += " message=\"\(ReportText.sentences(of: finding).escapedForMarkup)\""
            text += " source=\"toggles.lint.\(finding.rule.escapedForMarkup)\"/>\n"
        }
        return text + (path == nil ? "" : "  </file>\n") + "</checkstyle>\n"
    }
}
