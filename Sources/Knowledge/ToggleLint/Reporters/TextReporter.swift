import ToggleBase
import ToggleManifest

/// Text for people: place, message, the line with a caret, owner, and next step.
package enum TextReporter: LintReporter {
    package static let name = "text"
    package static let summary = "for people, with the affected lines"

    package static func text(of report: LintReport, in context: ReportContext) -> String {
        // Escapes before a command would hide it from the check of the line's beginning.
        let style = Style(isEnabled: context.hasColors && !context.isInGitHubLog)
        var lines: [String] = []
        var source = Excerpts(contents: context.contents)
        for finding in report.findings {
            lines += text(of: finding, style, &source)
            lines.append("")
        }
        for sentence in ReportText.gone(report) {
            lines.append("\(style.yellow("note")): \(sentence.printableLine)")
        }
        if !context.isQuiet {
            for note in report.notes { lines.append("\(style.faint("note")): \(note.printableLine)") }
            lines.append("\(report.manifestsText.printableLine): \(summary(of: report, style))")
        }
        if context.isInGitHubLog { lines = lines.map(GitHubReporter.inert) }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func summary(of report: LintReport, _ style: Style) -> String {
        let text = ReportText.summary(of: report)
        if report.count(.error) > 0 { return style.red(text) }
        return report.count(.warning) > 0 ? style.yellow(text) : text
    }

    private static func text(of finding: Finding, _ style: Style, _ source: inout Excerpts) -> [String] {
        let place = ReportText.place(finding.path, finding.range).printableLine
        let message = finding.message.printableLine
        var lines = [
            "\(style.bold(place)): \(style.severity(finding.severity)): \(message) \(style.faint("[\(finding.rule)]"))"
        ]
        if let range = finding.range, let excerpt = source.excerpt(of: range, in: finding.path) {
            lines += ["  " + excerpt.text, "  " + style.cyan(excerpt.marker)]
        }
        if let owner = finding.ownerText { lines.append("  \(style.faint("owner:")) \(owner.printableLine)") }
        lines.append("  \(style.faint("next:")) \(finding.nextStep.printableLine)")
        for place in finding.related {
            let text = "\(ReportText.place(place.path, place.range)): \(place.message)"
            lines.append("  \(style.faint("see:")) \(text.printableLine)")
        }
        return lines
    }

    /// Terminal colors and weights, or plain text.
    private struct Style {
        let isEnabled: Bool

        func bold(_ text: String) -> String { styled(text, "1") }
        func faint(_ text: String) -> String { styled(text, "2") }
        func red(_ text: String) -> String { styled(text, "31") }
        func yellow(_ text: String) -> String { styled(text, "33") }
        func cyan(_ text: String) -> String { styled(text, "36") }

        func severity(_ severity: Finding.Severity) -> String {
            switch severity {
            case .error: red(severity.rawValue)
            case .warning: yellow(severity.rawValue)
            case .note: cyan(severity.rawValue)
            }
        }

        private func styled(_ text: String, _ code: String) -> String {
            isEnabled ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
        }
    }
}

/// Excerpts of files, with a cache for the last file.
private struct Excerpts {
    let contents: @Sendable (String) -> [UInt8]?
    private var last: (path: String, text: SourceText)?

    init(contents: @escaping @Sendable (String) -> [UInt8]?) {
        self.contents = contents
    }

    /// Returns the line in which a range begins; `nil` if it doesn't exist.
    mutating func excerpt(of range: SourceRange, in path: String) -> SourceExcerpt? {
        let text = last.flatMap { $0.path == path ? $0.text : nil } ?? SourceText(contents(path) ?? [])
        last = (path, text)
        return range.start.line <= text.lineCount ? text.excerpt(of: range) : nil
    }
}
