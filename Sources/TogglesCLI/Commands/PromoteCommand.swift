import ArgumentParser
import ToggleLint
import ToggleTool

/// The command `toggles promote`.
struct PromoteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "promote",
        abstract: "Turns a release toggle into an ops toggle, keeping the manifest's comments.",
        discussion: """
            Use it when the feature ships: from then on, remote config decides. The manifest
            gets the category and an expiry date, and the document gets a definition that
            keeps the toggle at its default. Use git to revert the change.

            EXAMPLES
              toggles promote new_checkout --document flags.json
              toggles promote new_checkout --until 2027-02-28 --dry-run
            """
    )

    @OptionGroup var manifest: ManifestOptions
    @OptionGroup var editing: EditingOptions

    @Argument(help: "The toggle's key.", completion: .toggleKeys)
    var key: String

    @Option(help: "The date by which to remove it. Default: after the maximum age of ops toggles, 60 days.")
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
