import ArgumentParser
import FeatureToggles
import ToggleDocuments

/// The command `toggles diff`.
struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Says which toggles a new remote document changes, and for whom.",
        discussion: """
            For all, for a share, or for none. Static flags and shares with constant
            weights are computed; other rules are evaluated for made-up people, the same
            ones each time, and said to be. Where there is a toggles.yaml, its toggles say
            who reads a flag, what the code's default is, and which values are none.

            Where many rules must be evaluated, fewer people are made up for each; how many
            they were stands beside each share. A larger --sample takes longer and asks more.

            EXAMPLES
              toggles diff old.json new.json
              git show HEAD:flags.json | toggles diff - flags.json
              toggles diff --exit-code deployed.json flags.json || make publish
            """
    )

    @Argument(help: "The document before; - is standard input.", completion: .file(extensions: ["json"]))
    var old: String

    @Argument(help: "The document after; - is standard input.", completion: .file(extensions: ["json"]))
    var new: String

    @OptionGroup var toggles: FollowingToggles

    @Option(help: "How many people are made up, from 1 to 1000000.")
    var sample = DocumentDiff.standardSampleSize

    @Option(help: "The moment that rules take for now, in seconds since 1970. Default: now.")
    var now: Int64?

    @Flag(help: "Exit with 1 when somebody gets another answer, or it is not known.")
    var exitCode = false

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        if !(1...1_000_000).contains(sample) {
            throw ValidationError("--sample is between 1 and 1000000, this is \(sample).")
        }
        if old == "-", new == "-" { throw ValidationError("Only one of the documents can be standard input.") }
    }

    func run() throws {
        let texts = try [old, new].map { $0 == "-" ? try Files.readStandardInput() : try Files.readDocument($0) }
        let registry = try toggles.registry()
        let differences: [FlagDifference]
        do {
            differences = try DocumentDiff(
                old: texts[0],
                new: texts[1],
                registry: registry,
                sampleSize: sample,
                timestamp: now ?? Files.secondsSince1970
            )
            .differences()
        } catch {
            throw CommandFailure.usage("‘\(error.isNew ? new : old)’ is no flagd document: \(error.reason).")
        }
        if json {
            Console.print(json: .array(differences.map(\.json)))
        } else {
            for difference in differences { Console.print(lines: difference.description) }
            Console.print(Self.summary(of: differences))
        }
        if exitCode, differences.contains(where: { $0.audience != .none }) { throw CommandFailure.findings }
    }

    private static func summary(of differences: [FlagDifference]) -> String {
        if differences.isEmpty { return "no flag is different" }
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
