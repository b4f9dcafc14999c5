import ArgumentParser
import ToggleBase
import ToggleLint
import ToggleTool

/// The command `toggles promote`.
struct PromoteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "promote",
        abstract: "Turns a release toggle into an ops toggle, preserving the manifest's comments.",
        discussion: """
            Use this command when the feature ships. From then on, you control the toggle
            with remote config. In the manifest, it gets the new category and an expiry
            date, and the document gets a definition that keeps it at its default. To
            revert the change, use git.

            If --document names a target of `toggles publish`, the command publishes the
            new document there, and then changes the manifest.

            EXAMPLES
              toggles promote new_checkout --document flags.json
              toggles promote new_checkout --document production --reason 'launch'
              toggles promote new_checkout --until 2027-02-28 --dry-run
            """
    )

    @OptionGroup var manifest: ManifestOptions
    @OptionGroup var editing: EditingOptions

    @Argument(help: "The toggle's key.", completion: .releaseKeys)
    var key: String

    @Option(
        help: """
            The date by which to remove the toggle. Default: today plus the maximum age of ops toggles, which is usually \
            60 days.
            """,
        transform: DateArgument.read
    )
    var until: CalendarDate?

    @OptionGroup var remote: DocumentOptions

    @OptionGroup var publishing: PublishingOptions

    @Flag(name: .shortAndLong, help: "Don't ask for confirmation.")
    var yes = false

    func run() throws {
        let today = try editing.day()
        let file = try manifest.selection.file(declaring: key)
        try editing.carryOut(
            file,
            document: remote,
            publishing: publishing,
            isConfirmed: yes,
            among: manifest.selection,
            as: "promote \(key)"
        ) {
            try LifecycleChange.promoting(key, in: $0, document: $1, until: until, today: today)
        }
    }
}
