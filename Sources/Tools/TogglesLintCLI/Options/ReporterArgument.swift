import ArgumentParser
import ToggleBase
import ToggleLint
import ToggleManifest

/// A reporter on the command line, `sarif` or `sarif=lint.sarif`.
struct ReporterArgument: Sendable {
    /// The format.
    let reporter: any LintReporter.Type
    /// The path of the file; `nil` for standard output.
    let path: String?

    /// Reads `NAME` or `NAME=FILE`.
    ///
    /// - Throws: A validation error if there is no such reporter.
    static func read(_ argument: String) throws -> ReporterArgument {
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
