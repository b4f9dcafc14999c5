import ArgumentParser
import ToggleBase
import ToggleDocuments
import ToggleLint
import ToggleManifest
import ToggleTool

/// The command `toggles check`.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Reports every problem in a remote document, with its line.",
        discussion: """
            An error is a definition that flagd's schemas don't allow, and that makes
            clients reject it or return an error. A warning is a probable mistake, or one
            of the definitions that most clients accept although the schemas don't allow
            them: unknown members of a flag, targeting that is null, a single argument
            outside an array, and the operators ‘?:’ and ‘log’. A note marks a temporary
            state, such as a step of a rollout or a toggle that `toggles kill` switched
            off. A rule that takes more steps than clients allow is an error, or a warning
            if this affects only some users.

            If there is a toggles.yaml, the document is compared with its toggles. A file
            with ‘details’ instead of ‘flags’ is treated as an update policy. A policy that
            locks out every version is an error, unless it contains "all": true. Apps
            accept a policy with a comma before a closing bracket, with slashes in the date
            of ‘created_at’, or with a byte order mark. These are warnings, which --fix
            corrects in the file.

            If your app ships with a document, use --max-age in CI to make sure that its
            values are recent. The age is that of the last commit that changed the file, so
            a document that stays the same on the server also gets too old. To accept it
            in that case, pass the server's document with --published.

            The exit code is 1 if there are errors or, with --strict, warnings.

            EXAMPLES
              toggles check                 # the document that toggles.yaml names
              toggles check flags.json
              toggles check flags.json --manifest Sources/Search/toggles.yaml --strict
              toggles check Resources/flags.json --max-age 30
              toggles fetch https://example.com/flags.json --raw \\
                | toggles check Resources/flags.json --max-age 30 --published -
              toggles check update-policy.json --fix
              curl -s https://example.com/flags.json | toggles check -
            """
    )

    @Argument(
        help: "The document; - is standard input. Default: the one that the manifest names.",
        completion: .file(extensions: ["json"])
    )
    var document: String?

    @OptionGroup var toggles: OptionalManifestOptions

    @OptionGroup var links: LinkSchemes

    @Option(help: "The time at which update policies are evaluated, in seconds since 1970. Default: now.")
    var now: Int64?

    @Option(
        help: ArgumentHelp(
            "Report an error if the last commit that changed the document is older than this.",
            valueName: "days"
        )
    )
    var maxAge: Int?

    @Option(
        help: ArgumentHelp(
            "The published document. If the content is the same, any age is accepted; - is standard input.",
            valueName: "document"
        ),
        completion: .file(extensions: ["json"])
    )
    var published: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            The time zone of a ‘created_at’ in an update policy that doesn't state its own, as an offset from UTC. \
            Default: the ‘time_zone’ in toggles.yaml, or UTC.
            """,
            valueName: "offset"
        )
    )
    var timeZone: String?

    @Flag(help: "Check a file that contains only a targeting rule.")
    var targeting = false

    @Flag(help: "In an update policy, remove extra commas and a byte order mark, and correct ‘created_at’.")
    var fix = false

    @Flag(help: "Treat warnings as errors.")
    var strict = false

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        if fix, document == "-" { throw ValidationError("'--fix' needs a file to write to.") }
        if let timeZone, UTCOffset.seconds(timeZone) == nil {
            throw ValidationError(
                "--time-zone \(timeZone): that is not an offset from UTC; write hours and minutes, as in +09:00."
            )
        }
        guard let maxAge else {
            if published != nil { throw ValidationError("'--published' needs '--max-age'.") }
            return
        }
        if maxAge < 0 { throw ValidationError("The value of '--max-age' must not be negative.") }
        if document == "-" { throw ValidationError("'--max-age' needs a file in a git repository.") }
    }

    func run() throws {
        let modules = targeting ? nil : try toggles.modules()
        let document = try document ?? named(by: modules)
        let utcOffset = utcOffset(modules)
        let corrections = fix ? try correct(document, utcOffset) : 0
        let bytes = try DocumentInput.read(document)
        let path = document == "-" ? "<standard input>" : document
        let check = DocumentCheck(
            registry: modules?.registry,
            schemes: links.all,
            utcOffset: utcOffset,
            timestamp: now ?? ToolFiles.secondsSince1970
        )
        let result = check.run(bytes, path: path, as: targeting ? .targeting : .document)
        let diagnostics = try ageDiagnostics(of: bytes, path) + result.diagnostics
        if json {
            ToolOutput.print(json: .array(diagnostics.map(\.json)))
        } else {
            for diagnostic in diagnostics { ToolOutput.print("\(diagnostic)") }
            ToolOutput.print("\(path): \(summary(of: result, diagnostics, corrections))")
        }
        if diagnostics.contains(where: { $0.severity == .error || strict && $0.severity == .warning }) {
            throw ToolError.findings
        }
    }

    /// Returns the document that a manifest names.
    private func named(by modules: ApplicationModules?) throws -> String {
        for module in modules?.modules ?? [] {
            let named = NamedDocument(of: try EditingOptions.file(module.file.path))
            if let path = named.file?.path { return path }
            if let problem = named.problem { throw ToolError.usage(problem) }
        }
        throw ToolError.usage(
            "Name the document, as in `toggles check flags.json`, or write ‘document:’ in toggles.yaml."
        )
    }

    /// Writes the corrected file, and returns the number of corrections.
    private func correct(_ document: String, _ utcOffset: Duration) throws -> Int {
        try ToolFiles.editing([document]) {
            let old = try DocumentInput.read(document)
            let (new, count) = PolicyCorrection.corrected(old, utcOffset: utcOffset)
            if count > 0 { try FileWriting.replace([FileEdit(path: document, old: old, new: new)]) }
            return count
        }
    }

    /// Returns the offset of the option, or else of the first manifest that states a time zone.
    private func utcOffset(_ modules: ApplicationModules?) -> Duration {
        if let seconds = timeZone.flatMap({ UTCOffset.seconds($0) }) { return .seconds(seconds) }
        return modules?.modules.lazy.compactMap(\.declarations.utcOffset).first ?? .zero
    }

    private func ageDiagnostics(of bytes: [UInt8], _ path: String) throws -> [Diagnostic] {
        guard let maxAge else { return [] }
        if let published, try isPublished(bytes, as: published) { return [] }
        let age = try DocumentAge(of: path, now: ToolFiles.secondsSince1970, isCompared: published != nil)
        return [age.diagnostic(maximum: maxAge, path: path)].compactMap { $0 }
    }

    /// Returns whether a document has the same content as the published one.
    private func isPublished(_ bytes: [UInt8], as published: String) throws -> Bool {
        let other = try DocumentInput.read(published)
        let content: JSONValue
        do throws(JSONSyntaxError) {
            content = try JSONReader().value(from: other)
        } catch {
            // An error message of the server, or nothing, because the document couldn't be fetched.
            throw ToolError.usage("The published document is not JSON: \(error)")
        }
        return other == bytes || content == (try? JSONReader().value(from: bytes))
    }

    private func summary(
        of result: DocumentCheck.Result,
        _ diagnostics: [Diagnostic],
        _ corrections: Int
    ) -> String {
        let errors = diagnostics.filter { $0.severity == .error }.count
        let warnings = diagnostics.filter { $0.severity == .warning }.count
        let notes = diagnostics.count - errors - warnings
        let parts = [
            targeting ? nil : subject(of: result),
            corrections == 0 ? nil : corrections.counted("correction"),
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
