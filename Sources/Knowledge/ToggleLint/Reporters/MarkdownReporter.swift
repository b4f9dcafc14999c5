import ToggleBase
import ToggleManifest

/// A table in Markdown, for step summaries and comments.
package enum MarkdownReporter: LintReporter {
    package static let name = "markdown"
    package static let summary = "a table, for summaries and comments"

    /// GitHub's size limit for a step summary in bytes, less some room for other output of the step.
    private static let limit = 1_000_000

    package static func text(of report: LintReport, in context: ReportContext) -> String {
        var text = "## Toggles\n\n\(escaped(ReportText.summary(of: report)).asSentence)\n"
        if !report.findings.isEmpty {
            text += "\n| | toggle | owner | what | next | where |\n|---|---|---|---|---|---|\n"
        }
        var left = report.findings.count
        for finding in report.worstFirst {
            let line = row(finding)
            guard text.utf8.count + line.utf8.count < limit else { break }
            text += line
            left -= 1
        }
        if left > 0 { text += "\n\(left.counted("more finding")) did not fit.\n" }
        let remarks = ReportText.gone(report) + report.notes
        if !remarks.isEmpty { text += "\n" + remarks.map { "- \(escaped($0).asSentence)\n" }.joined() }
        return text
    }

    private static func row(_ finding: Finding) -> String {
        let place = finding.range.map { "\(finding.path):\($0.start.line)" } ?? finding.path
        let cells = [
            "\(finding.severity.rawValue) `\(finding.rule)`", finding.toggle.map(code) ?? "",
            finding.ownerText.map(escaped) ?? "", escaped(finding.message), escaped(finding.nextStep), code(place),
        ]
        return "| \(cells.joined(separator: " | ")) |\n"
    }

    private static func code(_ text: String) -> String {
        let text = text.printableLine
        // Names in a project contain no back-tick, but one must not end the code span.
        return "`" + text.split(separator: "`").joined(separator: "'").replacingPipes + "`"
    }

    /// Escapes text for a table cell.
    ///
    /// Text between back-ticks stays code; other Markdown syntax is escaped.
    static func escaped(_ text: String) -> String {
        let parts = text.printableLine.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
        // A back-tick without a partner is an ordinary character.
        guard parts.count % 2 == 1 else { return parts.joined(separator: "'").escapedForMarkdown }
        return parts.enumerated().map { index, part in
            index % 2 == 0 ? part.escapedForMarkdown : part.isEmpty ? "" : "`\(part.replacingPipes)`"
        }.joined()
    }
}

extension String {
    /// The text with escaped pipes, which end a table cell even in code.
    fileprivate var replacingPipes: String {
        split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    }
}
