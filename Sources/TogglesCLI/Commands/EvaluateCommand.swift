import ArgumentParser
import FeatureToggles
import FeatureTogglesRemote
import ToggleManifest

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The command `toggles evaluate`.
struct EvaluateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Answers many questions to a remote document, one JSON line each.",
        discussion: """
            Reads cases from standard input, one JSON object a line, and prints one answer a line, in the same order.
            Blank lines are skipped.

            A case:    {"flag": KEY, "type": Boolean|String|Integer|Float|Object, "default": VALUE,
                        "targetingKey": TEXT, "context": {…}}
            An answer: {"value": VALUE, "variant": TEXT, "reason": TEXT, "errorCode": TEXT, "metadata": {…}}

            ‘targetingKey’, ‘context’ and ‘default’ may be missing. An answer has no ‘value’ when it is the default and
            the case has none, no ‘variant’ when none was chosen, no ‘errorCode’ when nothing went wrong, and no
            ‘metadata’ when there are none or something went wrong. A line that is no case is answered with an
            ‘errorCode’; the first 20 of them are explained on standard error with their numbers. So are
            the first 20 problems of the document; `toggles check` lists all of them.

            EXAMPLES
              toggles evaluate flags.json < cases.jsonl > answers.jsonl
              echo '{"flag": "banner", "type": "String", "default": ""}' | toggles evaluate flags.json

            EXIT CODES
              0  every line is a case
              1  some lines are not
              2  wrong usage, or a document that is refused
            """
    )

    /// How many problems of a document, and how many of lines, are printed, which are not what the command was asked for.
    static let mostWarnings = 20

    @Argument(help: "The remote document: a flagd definition as JSON.", completion: .file())
    var document: String

    @Option(help: "How people are put into buckets: v2 or v3; without it, what the document's metadata says, or v3.")
    var bucketing: BucketingArgument?

    @Option(help: "The time in seconds since 1970 that rules see; without it, the present one.")
    var now: Int64?

    @Option(help: "How many lines are answered at once.")
    var threads: Int?

    func validate() throws {
        if let threads, !(1...256).contains(threads) {
            throw ValidationError("--threads is a number from 1 to 256.")
        }
    }

    func run() throws {
        if document == "-" {
            throw CommandFailure.usage("The cases come from standard input; the document is a file. Write its path.")
        }
        let text = try Files.readDocument(document)
        let compiled: FlagDocument
        do {
            compiled = try FlagDocument(text: text, bucketing: bucketing?.bucketing)
        } catch {
            throw CommandFailure.usage("\(document): \(error.description)")
        }
        let problems = compiled.problems
        for problem in problems.prefix(Self.mostWarnings) { Console.warn("\(document): \(problem)") }
        if problems.count > Self.mostWarnings {
            Console.warn(
                "\(document): and \((problems.count - Self.mostWarnings).counted("more problem")); `toggles check` lists them"
            )
        }
        var stream = CaseStream(
            document: compiled,
            timestamp: now ?? Int64(time(nil)),
            threads: threads ?? max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        )
        guard try stream.run() else { throw CommandFailure.findings }
    }
}
