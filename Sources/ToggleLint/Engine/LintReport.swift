package import FeatureToggles
package import ToggleManifest

/// What linting a project gave.
package struct LintReport: Sendable {
    /// What is to be reported, by path and place.
    package var findings: [Finding]
    /// The rules that ran, in the order in which they are listed.
    package var rules: [RuleDescription]
    /// How many findings comments in the code took away.
    package var suppressedCount: Int
    /// How many findings entries of `allow` took away.
    package var allowedCount: Int
    /// How many findings are in the baseline.
    package var baselinedCount: Int
    /// How many findings have nothing to do with the change that was asked about.
    package var unchangedCount: Int
    /// What the baseline has and is no longer found.
    package var goneFromBaseline: [BaselineEntry]
    /// What could not be looked at, as sentences without a full stop.
    package var notes: [String]
    /// How many toggles are declared.
    package var toggleCount: Int
    /// How many source files were searched; `nil` when none were.
    package var fileCount: Int?
    /// The path of the manifest, relative to the root of the project.
    package var manifestPath: String
    /// The day as of which the project was judged.
    package var today: CalendarDate

    /// Creates a report without findings.
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

    /// How many findings have a severity.
    package func count(_ severity: Finding.Severity) -> Int {
        findings.count { $0.severity == severity }
    }

    /// The report with paths that are relative to a folder above the root of the project.
    ///
    /// - Parameter prefix: The root of the project below that folder, with `/` at its end; empty for the same folder.
    /// - Returns: The same findings elsewhere.
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

    /// The findings, the worst first; of equally bad ones in their order.
    package var worstFirst: [Finding] {
        Finding.Severity.allCases.flatMap { severity in findings.filter { $0.severity == severity } }
    }
}

extension Diagnostic.Severity {
    /// How much it matters as a number: 3 for an error.
    package var weight: Int {
        switch self {
        case .error: 3
        case .warning: 2
        case .note: 1
        }
    }
}
