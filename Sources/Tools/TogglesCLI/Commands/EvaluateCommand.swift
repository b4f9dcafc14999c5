import ArgumentParser
import FeatureTogglesRemote
import ToggleBase
import ToggleTool

/// The command `toggles evaluate`.
struct EvaluateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Evaluates the flags of a remote document for test cases, one JSON object per line.",
        discussion: """
            Reads cases from standard input, one JSON object per line, and prints one
            answer per line in the same order. Blank lines are skipped.

            A case:
              {"flag": KEY, "type": Boolean|String|Integer|Float|Object,
               "default": VALUE, "targetingKey": TEXT, "context": {…}}
            An answer:
              {"value": VALUE, "variant": TEXT, "reason": TEXT, "errorCode": TEXT,
               "metadata": {…}}

            In a case, ‘targetingKey’, ‘context’, and ‘default’ are optional. In an answer,
            ‘value’ is missing if it would be the default and the case has no default.
            ‘variant’ is missing if no variant was chosen, ‘errorCode’ if there was no
            error, and ‘metadata’ if there was an error or no metadata is defined. The
            answer to an invalid case has an ‘errorCode’.

            Standard error explains the first 20 invalid lines and the first 20 problems in
            the document. To list all problems in the document, use `toggles check`.

            EXAMPLES
              toggles evaluate flags.json < cases.jsonl > answers.jsonl
              echo '{"flag": "banner", "type": "String", "default": ""}' | \\
                toggles evaluate flags.json

            EXIT CODES
              0  all cases are valid
              1  some cases are invalid
              2  wrong usage, or an invalid document
            """
    )

    /// The maximum number of document problems, and of invalid lines, that are printed.
    static let mostWarnings = 20

    @Argument(help: "The remote document: a flagd definition as JSON.", completion: .file())
    var document: String

    @Option(help: "The bucketing algorithm: v2 or v3. Default: the one in the document's metadata, or else v3.")
    var bucketing: BucketingArgument?

    @Option(help: "The time that rules use, in seconds since 1970. Default: now.")
    var now: Int64?

    @Option(help: "The number of threads.")
    var threads: Int?

    func validate() throws {
        if let threads, !(1...256).contains(threads) {
            throw ValidationError("--threads must be a number from 1 to 256.")
        }
    }

    func run() throws {
        if document == "-" {
            throw ToolError.usage(
                "The document must be a file, because the cases come from standard input. Write its path."
            )
        }
        let text = try ToolFiles.readDocument(document)
        let compiled: FlagDocument
        do {
            compiled = try FlagDocument(text: text, bucketing: bucketing?.bucketing)
        } catch {
            throw ToolError.usage("\(document): \(error.description)")
        }
        let problems = compiled.problems
        for problem in problems.prefix(Self.mostWarnings) { ToolOutput.warn("\(document): \(problem)") }
        if problems.count > Self.mostWarnings {
            ToolOutput.warn(
                "\(document): and \((problems.count - Self.mostWarnings).counted("more problem")); `toggles check` lists them"
            )
        }
        var stream = CaseStream(
            document: compiled,
            timestamp: now ?? ToolFiles.secondsSince1970,
            threads: threads ?? ProcessEnvironment.processorCount
        )
        guard try stream.run() else { throw ToolError.findings }
    }
}
