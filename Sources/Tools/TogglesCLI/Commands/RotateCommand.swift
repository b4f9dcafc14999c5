import ArgumentParser
import ToggleLint
import ToggleTool

/// The command `toggles rotate`.
struct RotateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Moves a toggle to a new remote parameter, and retires the old one.",
        discussion: """
            Use this command if you switched off a toggle because of a bug, and have now
            fixed the bug. Released versions keep reading the old parameter, which
            doesn't change, and the fixed version reads the new one. To revert the
            change, use git.

            If --document names a target of `toggles publish`, the command publishes the
            new document there, and then changes the manifest.

            EXAMPLES
              toggles rotate search_ranking --document flags.json
              toggles rotate search_ranking --to search_ranking_fixed --dry-run
            """
    )

    @OptionGroup var manifest: ManifestOptions
    @OptionGroup var editing: EditingOptions

    @Argument(help: "The toggle's key.", completion: .remoteKeys)
    var key: String

    @Option(help: "The new parameter. Default: the old one with the next number: ranking, ranking_2, ranking_3.")
    var to: String?

    @OptionGroup var remote: DocumentOptions

    @OptionGroup var publishing: PublishingOptions

    @Flag(name: .shortAndLong, help: "Don't ask for confirmation.")
    var yes = false

    @Flag(help: "Give all users the default in the new definition, instead of copying the old one.")
    var safe = false

    func run() throws {
        let today = try editing.day()
        let file = try manifest.selection.file(declaring: key)
        try editing.carryOut(
            file,
            document: remote,
            publishing: publishing,
            isConfirmed: yes,
            among: manifest.selection,
            as: "rotate \(key)"
        ) {
            try LifecycleChange.rotating(key, to: to, in: $0, document: $1, isSafe: safe, today: today)
        }
    }
}
