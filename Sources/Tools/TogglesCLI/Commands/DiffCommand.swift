import ArgumentParser
import FeatureTogglesRemote
import ToggleBase
import ToggleDocuments
import ToggleTool

/// The command `toggles diff`.
struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Shows which toggles a new remote document changes, and for how many users.",
        discussion: """
            For each change, the command shows whether it affects all users, a share of
            them, none, or an unknown number. For static flags and constant weights, the
            share is computed. Other rules are evaluated for a sample of generated users,
            which is always the same. If there are many rules, each one gets a smaller
            sample, and the output shows its size.

            If there is a toggles.yaml, the command uses it to determine which toggle reads
            a flag, what the toggle's default is, and which values are valid.

            EXAMPLES
              toggles diff old.json new.json
              git show HEAD:flags.json | toggles diff - flags.json
              toggles diff --exit-code deployed.json flags.json || make publish
            """
    )

    @Argument(help: "The old document; - is standard input.", completion: .file(extensions: ["json"]))
    var old: String

    @Argument(help: "The new document; - is standard input.", completion: .file(extensions: ["json"]))
    var new: String

    @OptionGroup var toggles: OptionalManifestOptions

    @Option(help: "The number of generated users, from 1 to 1000000.")
    var sample = DocumentDiff.standardSampleSize

    @Option(help: "The time that rules use, in seconds since 1970. Default: now.")
    var now: Int64?

    @Flag(help: "Exit with 1 if a value changes, or might change, for any user.")
    var exitCode = false

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        if !(1...1_000_000).contains(sample) {
            throw ValidationError("--sample must be between 1 and 1000000, not \(sample).")
        }
        if old == "-", new == "-" { throw ValidationError("Only one of the documents can be standard input.") }
    }

    func run() throws {
        let texts = try [old, new].map {
            $0 == "-"
                ? try ToolFiles.readStandardInput(limit: FlagDocument.Limits.standard.size)
                : try ToolFiles.readDocument($0)
        }
        let registry = try toggles.registry()
        let differences: [FlagDifference]
        do {
            differences = try DocumentDiff(
                old: texts[0],
                new: texts[1],
                registry: registry,
                sampleSize: sample,
                timestamp: now ?? ToolFiles.secondsSince1970
            )
            .differences()
        } catch {
            throw ToolError.usage("‘\(error.isNew ? new : old)’ is not a flagd document: \(error.reason).")
        }
        if json {
            ToolOutput.print(json: .array(differences.map(\.json)))
        } else {
            for difference in differences { ToolOutput.print(lines: difference.description) }
            ToolOutput.print("\(Self.summary(of: differences))")
        }
        if exitCode, differences.contains(where: { $0.audience != .none }) { throw ToolError.findings }
    }

    private static func summary(of differences: [FlagDifference]) -> String {
        if differences.isEmpty { return "no flag differs" }
        let counts = FlagDifference.Audience.allCases.map { audience in
            (audience, differences.filter { $0.audience == audience }.count)
        }
        let words: [FlagDifference.Audience: String] = [
            .all: "for all", .share: "for a share", .none: "for none", .unknown: "not known",
        ]
        let parts = counts.filter { $0.1 > 0 }.map { "\($0.1) \(words[$0.0] ?? $0.0.rawValue)" }
        return "\(differences.count) different: \(parts.joined(separator: ", "))"
    }
}
