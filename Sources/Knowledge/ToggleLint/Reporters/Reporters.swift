/// All reporters.
package enum Reporters {
    /// The reporters in the order in which they are listed.
    package static let all: [any LintReporter.Type] = [
        TextReporter.self, JSONReporter.self, SARIFReporter.self, GitHubReporter.self, GitLabReporter.self,
        JUnitReporter.self, CheckstyleReporter.self, MarkdownReporter.self,
    ]
}
