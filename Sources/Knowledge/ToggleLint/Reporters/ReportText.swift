import ToggleBase
import ToggleManifest

/// Text that several reporters share.
enum ReportText {
    /// Returns a summary of the findings, the checked inputs, and the omitted findings, without a full stop.
    static func summary(of report: LintReport) -> String {
        let (errors, warnings, notes) = (report.count(.error), report.count(.warning), report.count(.note))
        var found = [
            errors > 0 ? errors.counted("error") : nil, warnings > 0 ? warnings.counted("warning") : nil,
            notes > 0 ? notes.counted("note") : nil,
        ].compactMap { $0 }.joined(separator: ", ")
        if found.isEmpty { found = "no findings" }
        var text = "\(found) in \(report.toggleCount.counted("toggle"))"
        if let files = report.fileCount { text += " and \(files.counted("source file"))" }
        let left = [
            report.suppressedCount > 0 ? "\(report.suppressedCount) suppressed in code" : nil,
            report.allowedCount > 0 ? "\(report.allowedCount) allowed by the manifest" : nil,
            report.baselinedCount > 0 ? "\(report.baselinedCount) in the baseline" : nil,
            report.unchangedCount > 0 ? "\(report.unchangedCount) outside of the change" : nil,
        ].compactMap { $0 }
        return left.isEmpty ? text : "\(text); \(left.joined(separator: ", "))"
    }

    /// Returns the baseline's entries that are no longer found, as sentences without a full stop.
    static func gone(_ report: LintReport) -> [String] {
        report.goneFromBaseline.map { entry in
            let toggle = entry.toggle.map { " of \($0.quoted)" } ?? ""
            return "the baseline has \(entry.rule.quoted)\(toggle) in \(entry.path.quoted), which is no longer found"
        }
    }

    /// Returns message, owner, and next step as sentences in one line.
    static func sentences(of finding: Finding) -> String {
        let owner = finding.ownerText.map { " Owner: \($0)." } ?? ""
        return "\(finding.message).\(owner) Next: \(finding.nextStep)."
    }

    /// Returns `path:line:column`, or only the path.
    static func place(_ path: String, _ range: SourceRange?) -> String {
        range.map { "\(path):\($0.start.line):\($0.start.column)" } ?? path
    }
}
