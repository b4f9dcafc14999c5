import ArgumentParser
import ToggleBase
package import ToggleLint
import ToggleManifest

/// A reporter on the command line, `sarif` or `sarif=lint.sarif`.
package struct ReporterArgument: Sendable {
    /// The format.
    package let reporter: any LintReporter.Type
    /// The path of the file; `nil` for standard output.
    package let path: String?

    /// Creates a reporter on the command line.
    package init(reporter: any LintReporter.Type, path: String?) {
        self.reporter = reporter
        self.path = path
    }

    /// Reads `NAME` or `NAME=FILE`.
    ///
    /// - Throws: A validation error if there is no such reporter.
    package static func read(_ argument: String) throws -> ReporterArgument {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let names = Reporters.all.map { $0.name }
        let name = parts.first ?? ""
        guard let reporter = Reporters.all.first(where: { $0.name == name }) else {
            let question = Suggestion.question(for: name, in: names)
            let rest = question.isEmpty ? "; write \(names.quotedList())" : question
            throw ValidationError("\(name.quoted) is not a reporter\(rest)")
        }
        if parts.count == 2, parts[1].isEmpty { throw ValidationError("\(argument.quoted) has no file name") }
        return ReporterArgument(reporter: reporter, path: parts.count == 2 ? parts[1] : nil)
    }
}
