import ToggleBase
import ToggleManifest

/// Workflow commands, which GitHub Actions shows as annotations of the change.
///
/// A step can have at most ten annotations of each kind, so only the first ones are written. Add the output of
/// ``MarkdownReporter`` to the step summary to show all findings.
package enum GitHubReporter: LintReporter {
    package static let name = "github"
    package static let summary = "GitHub Actions annotations, with the rest in the step summary"
    package static let isForServers = true

    /// The maximum number of annotations of a kind in a step.
    static let limit = 10

    package static func text(of report: LintReport, in context: ReportContext) -> String {
        var lines: [String] = []
        var rest: [Finding] = []
        for severity in Finding.Severity.allCases {
            let findings = report.findings.filter { $0.severity == severity }
            lines += findings.prefix(limit).map(command)
            rest += findings.dropFirst(limit)
        }
        if !rest.isEmpty, !context.hasStepSummary {
            lines += rest.map { finding in
                let place = ReportText.place(finding.path, finding.range)
                let text =
                    "\(place): \(finding.severity.rawValue): \(ReportText.sentences(of: finding)) [\(finding.rule)]"
                return inert(text)
            }
        }
        if !context.isQuiet {
            for sentence in ReportText.gone(report) + report.notes { lines.append(inert(sentence)) }
            lines.append(inert("\(report.manifestsText): \(ReportText.summary(of: report))"))
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// Returns a log line that isn't parsed as a command: without `::` at its beginning and `##[` anywhere.
    ///
    /// The runner skips all kinds of white space at the beginning, and characters without a width can be ignored when it
    /// compares text.
    static func inert(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        for scalar in text.printableLine.unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint {
            line.append(scalar)
        }
        let start = line.prefix { $0.properties.isWhitespace }
        let rest = String(line.dropFirst(start.count))
        return (String(repeating: " ", count: start.count) + (rest.hasPrefix("::") ? ": :" + rest.dropFirst(2) : rest))
            .replacing("##[", with: "## [")
    }

    private static func command(_ finding: Finding) -> String {
        let kind =
            switch finding.severity {
            case .error: "error"
            case .warning: "warning"
            case .note: "notice"
            }
        var properties = [("file", finding.path)]
        if let range = finding.range {
            properties.append(("line", String(range.start.line)))
            properties.append(("endLine", String(max(range.start.line, range.end.line))))
            // GitHub accepts columns only within one line.
            if range.end.line == range.start.line {
                properties.append(("col", String(range.start.column)))
                properties.append(("endColumn", String(max(range.start.column, range.end.column))))
            }
        }
        properties.append(("title", finding.rule))
        let text = properties.map { "\($0.0)=\(property($0.1))" }.joined(separator: ",")
        return "::\(kind) \(text)::\(data(ReportText.sentences(of: finding)))"
    }

    private static func data(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "%": result += "%25"
            case "\r": result += "%0D"
            case "\n": result += "%0A"
            case "\t": result += "\t"
            default: result.unicodeScalars.append(scalar.isUnprintable ? "\u{FFFD}" : scalar)
            }
        }
        return result
    }

    private static func property(_ text: String) -> String {
        var result = ""
        for scalar in data(text).unicodeScalars {
            switch scalar {
            case ":": result += "%3A"
            case ",": result += "%2C"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
