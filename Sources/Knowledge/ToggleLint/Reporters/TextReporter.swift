import ToggleBase
package import ToggleManifest

/// Text for people: place, message, the line with a caret, owner, and next step.
package enum TextReporter: LintReporter {
    package static let name = "text"
    package static let summary = "for people, with the affected lines"

    package static func text(of report: LintReport, in context: ReportContext) -> String {
        terminalText(of: report, in: context).description
    }

    /// Returns the text of a report for a terminal.
    package static func terminalText(of report: LintReport, in context: ReportContext) -> TerminalText {
        // Escapes before a command would hide it from the check of the line's beginning.
        let style = TextStyle(isEnabled: context.hasColors && !context.isInGitHubLog)
        var lines: [TerminalText] = []
        var source = Excerpts(contents: context.contents)
        for finding in report.findings {
            lines += text(of: finding, style, &source)
            lines.append("")
        }
        for sentence in ReportText.gone(report) {
            lines.append("\(style.yellow("note")): \(sentence)")
        }
        if !context.isQuiet {
            for note in report.notes { lines.append("\(style.faint("note")): \(note)") }
            lines.append("\(report.manifestsText): \(summary(of: report, style))")
        }
        if context.isInGitHubLog { lines = lines.map { TerminalText(GitHubReporter.inert($0.description)) } }
        return lines.map { "\($0)\n" }.joined(separator: "")
    }

    private static func summary(of report: LintReport, _ style: TextStyle) -> TerminalText {
        let text = ReportText.summary(of: report)
        if report.count(.error) > 0 { return style.red(text) }
        return report.count(.warning) > 0 ? style.yellow(text) : TerminalText(text)
    }

    private static func text(of finding: Finding, _ style: TextStyle, _ source: inout Excerpts) -> [TerminalText] {
        let place = ReportText.place(finding.path, finding.range)
        let (severity, rule) = (style.severity(finding.severity), style.faint("[\(finding.rule)]"))
        var lines: [TerminalText] = ["\(style.bold(place)): \(severity): \(finding.message) \(rule)"]
        if let range = finding.range, let excerpt = source.excerpt(of: range, in: finding.path) {
            lines += ["  \(TerminalText(lines: excerpt.text))", "  \(style.marker(excerpt.marker))"]
        }
        if let owner = finding.ownerText { lines.append("  \(style.faint("owner:")) \(owner)") }
        lines.append("  \(style.faint("next:")) \(finding.nextStep)")
        for place in finding.related {
            let text = "\(ReportText.place(place.path, place.range)): \(place.message)"
            lines.append("  \(style.faint("see:")) \(text)")
        }
        return lines
    }
}

extension TextStyle {
    fileprivate func severity(_ severity: Finding.Severity) -> TerminalText {
        switch severity {
        case .error: red(severity.rawValue)
        case .warning: yellow(severity.rawValue)
        case .note: cyan(severity.rawValue)
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
