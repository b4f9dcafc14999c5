import ArgumentParser
import ToggleLint

/// The command `toggles promote`.
struct PromoteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "promote",
        abstract: "Turns a release toggle into an ops toggle, keeping the manifest's comments.",
        discussion: """
            To be done when the feature ships: from then on remote config decides. The
            manifest gets the category and an expiry, the document a definition that leaves
            the toggle at its default. Git takes it back.

            EXAMPLES
              toggles promote new_checkout --document flags.json
              toggles promote new_checkout --until 2027-02-28 --dry-run
            """
    )

    @OptionGroup var manifest: ManifestOptions
    @OptionGroup var editing: EditingOptions

    @Argument(help: "The toggle's key.", completion: .toggleKeys)
    var key: String

    @Option(help: "The day from which on it should be gone. Default: after as many days as ops toggles may live, 60.")
    var until: DateArgument?

    @Option(
        help: "The remote document that gets a definition. Default: the one that ‘lint:’ in the manifest names.",
        completion: .file(extensions: ["json"])
    )
    var document: String?

    func run() throws {
        let today = try editing.day()
        try editing.carryOut(manifest, document: { try EditingOptions.document(document, manifest: $0) }) {
            manifest,
            document in
            try LifecycleChange.promoting(
                key,
                in: manifest,
                document: document,
                until: until?.date,
                today: today
            )
        }
    }
}
