package import ToggleBase
package import ToggleManifest

/// The result of linting a project.
package struct LintReport: Sendable {
    /// The findings to report, ordered by path and place.
    package var findings: [Finding]
    /// The rules that ran, in the order in which they are listed.
    package var rules: [RuleDescription]
    /// The number of findings that comments in the code suppressed.
    package var suppressedCount: Int
    /// The number of findings that entries of `allow` suppressed.
    package var allowedCount: Int
    /// The number of findings that are in the baseline.
    package var baselinedCount: Int
    /// The number of findings that are unrelated to the requested change.
    package var unchangedCount: Int
    /// The entries of the baseline that are no longer found.
    package var goneFromBaseline: [BaselineEntry]
    /// The inputs that couldn't be checked, as sentences without a full stop.
    package var notes: [String]
    /// The number of declared toggles.
    package var toggleCount: Int
    /// The number of searched source files; `nil` if none were searched.
    package var fileCount: Int?
    /// The path of the manifest, relative to the root of the project.
    package var manifestPath: String
    /// The number of manifests.
    package var manifestCount = 1
    /// The date that the run used as today.
    package var today: CalendarDate

    package init(manifestPath: String, today: CalendarDate, findings: [Finding] = [], rules: [RuleDescription] = []) {
        self.findings = findings
        self.rules = rules
        suppressedCount = 0
        allowedCount = 0
        baselinedCount = 0
        unchangedCount = 0
        goneFromBaseline = []
        notes = []
        toggleCount = 0
        fileCount = nil
        self.manifestPath = manifestPath
        self.today = today
    }

    /// The path of the only manifest, or the number of manifests, for a sentence.
    package var manifestsText: String {
        manifestCount == 1 ? manifestPath : manifestCount.counted("manifest")
    }

    /// Returns the number of findings with a severity.
    package func count(_ severity: Finding.Severity) -> Int {
        findings.count { $0.severity == severity }
    }

    /// Returns the report with paths relative to a folder above the root of the project.
    ///
    /// - Parameter prefix: The path from that folder to the root of the project, with a trailing `/`; empty for the
    ///   same folder.
    /// - Returns: The report with the new paths.
    package func moved(below prefix: String) -> LintReport {
        guard !prefix.isEmpty else { return self }
        func moved(_ path: String) -> String { path.hasPrefix("/") ? path : prefix + path }
        var report = self
        report.manifestPath = moved(manifestPath)
        for index in report.findings.indices {
            report.findings[index].path = moved(report.findings[index].path)
            for place in report.findings[index].related.indices {
                report.findings[index].related[place].path = moved(report.findings[index].related[place].path)
            }
        }
        return report
    }

    /// The findings with the highest severity first; findings of one severity keep their order.
    package var worstFirst: [Finding] {
        Finding.Severity.allCases.flatMap { severity in findings.filter { $0.severity == severity } }
    }
}

extension Diagnostic.Severity {
    /// The severity as a number; 3 for an error.
    package var weight: Int {
        switch self {
        case .error: 3
        case .warning: 2
        case .note: 1
        }
    }
}
