import ToggleManifest

/// Writes a report in a format.
package protocol LintReporter: Sendable {
    /// The name on the command line.
    static var name: String { get }
    /// The purpose of the format, in a few words.
    static var summary: String { get }
    /// Whether the report is for a server that shows the repository, so that paths are relative to the repository's top
    /// folder.
    static var isForServers: Bool { get }

    /// Returns the whole text, with a line break at its end.
    static func text(of report: LintReport, in context: ReportContext) -> String
}

extension LintReporter {
    package static var isForServers: Bool { false }
}

/// The information that reporters need in addition to the report.
package struct ReportContext: Sendable {
    /// The version of the tool.
    package var version: String
    /// The lowest severity that makes the run fail; `nil` if findings never do.
    package var failsOn: Finding.Severity?
    /// Whether the text may use colors.
    package var hasColors: Bool
    /// Whether only findings are written.
    package var isQuiet: Bool
    /// Whether the text becomes a part of a log in which GitHub Actions looks for commands.
    package var isInGitHubLog: Bool
    /// Whether a step summary contains the findings that GitHub doesn't annotate.
    package var hasStepSummary: Bool
    /// Returns the content of a file in the project; `nil` if it can't be read.
    package var contents: @Sendable (String) -> [UInt8]?

    package init(
        version: String,
        failsOn: Finding.Severity? = .error,
        hasColors: Bool = false,
        isQuiet: Bool = false,
        isInGitHubLog: Bool = false,
        hasStepSummary: Bool = false,
        contents: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
    ) {
        self.version = version
        self.failsOn = failsOn
        self.hasColors = hasColors
        self.isQuiet = isQuiet
        self.isInGitHubLog = isInGitHubLog
        self.hasStepSummary = hasStepSummary
        self.contents = contents
    }

    /// Returns whether a finding makes the run fail.
    package func fails(_ finding: Finding) -> Bool {
        failsOn.map { finding.severity.weight >= $0.weight } ?? false
    }
}
