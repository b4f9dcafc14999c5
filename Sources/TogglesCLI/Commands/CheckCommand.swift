import ArgumentParser
import FeatureToggles
import ToggleDocuments
import ToggleManifest

/// The command `toggles check`.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Reports every problem of a remote document, with its line.",
        discussion: """
            Errors are what clients answer with an error or refuse, and what flagd's
            schemas exclude; warnings are what is probably not meant, and what the schemas exclude
            though most readers take it: unknown members of a flag, targeting that is null,
            a single argument without an array around it, ?: and log. Notes are steps of a rollout
            that nobody should stay on. A rule that takes more steps than clients do is an error,
            or a warning where it does so for some people only, with what it costs. Where there is a toggles.yaml, its toggles are held
            against the document. An update policy, with details instead of flags, is recognised;
            one that locks every version out is an error, unless it says "all": true.

            Exits with 1 when there are errors, with --strict also for warnings.

            EXAMPLES
              toggles check flags.json
              toggles check flags.json --manifest Sources/Search/toggles.yaml --strict
              toggles check update-policy.json
              curl -s https://example.com/flags.json | toggles check -
            """
    )

    @Argument(help: "The document; - is standard input.", completion: .file(extensions: ["json"]))
    var document: String

    @OptionGroup var toggles: FollowingToggles

    @OptionGroup var links: LinkSchemes

    @Option(help: "The moment that update policies are held against, in seconds since 1970. Default: now.")
    var now: Int64?

    @Flag(help: "The file is a targeting rule, without a document around it.")
    var targeting = false

    @Flag(help: "Take warnings for errors.")
    var strict = false

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let bytes = document == "-" ? try Files.readStandardInput() : try Files.readDocument(document)
        let path = document == "-" ? "<standard input>" : document
        let check = DocumentCheck(
            registry: targeting ? nil : try toggles.registry(),
            schemes: links.all,
            timestamp: now ?? Files.secondsSince1970
        )
        let result = check.run(bytes, path: path, as: targeting ? .targeting : .document)
        if json {
            Console.print(json: .array(result.diagnostics.map(\.json)))
        } else {
            for diagnostic in result.diagnostics { Console.print(diagnostic.description) }
            Console.print("\(path): \(summary(of: result))")
        }
        if result.diagnostics.contains(where: { $0.severity == .error || strict && $0.severity == .warning }) {
            throw CommandFailure.findings
        }
    }

    private func summary(of result: DocumentCheck.Result) -> String {
        let errors = result.diagnostics.filter { $0.severity == .error }.count
        let warnings = result.diagnostics.filter { $0.severity == .warning }.count
        let notes = result.diagnostics.count - errors - warnings
        let parts = [
            targeting ? nil : subject(of: result),
            errors == 0 ? "no errors" : errors.counted("error"),
            warnings == 0 ? nil : warnings.counted("warning"),
            notes == 0 ? nil : notes.counted("note"),
        ]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }

    private func subject(of result: DocumentCheck.Result) -> String {
        guard let entries = result.entryCount else { return result.flagCount.counted("flag") }
        return "update policy, \(entries.counted("entry", plural: "entries"))"
    }
}

extension Diagnostic {
    /// The finding as `--json` prints it.
    var json: JSONValue {
        [
            "path": .string(path),
            "line": .integer(range.start.line),
            "column": .integer(range.start.column),
            "endLine": .integer(range.end.line),
            "endColumn": .integer(range.end.column),
            "severity": .string(severity.rawValue),
            "message": .string(message),
        ]
    }
}
