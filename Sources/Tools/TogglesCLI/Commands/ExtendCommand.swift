import ArgumentParser
import ToggleBase
import ToggleLint
import ToggleTool

/// The command `toggles extend`.
struct ExtendCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "extend",
        abstract: "Extends a toggle's expiry date, and records the reason.",
        discussion: """
            The reason becomes a comment above the expiry date. To see all extensions,
            use `toggles log`. To revert the change, use git.

            EXAMPLES
              toggles extend new_checkout --until 2027-01-31 --reason "Waiting for 2.4."
              toggles extend new_checkout --until 2027-01-31 \\
                --reason "Waiting for 2.4." --dry-run
            """
    )

    @OptionGroup var manifest: ManifestOptions
    @OptionGroup var editing: EditingOptions

    @Argument(help: "The toggle's key.", completion: .toggleKeys)
    var key: String

    @Option(help: "The new date, as YYYY-MM-DD.", transform: DateArgument.read)
    var until: CalendarDate

    @Option(help: "The reason for the extension, in a few words.")
    var reason: String

    func run() throws {
        let today = try editing.day()
        try editing.carryOut(manifest.selection.file(declaring: key)) { manifest, _ in
            try LifecycleChange.extending(key, until: until, reason: reason, in: manifest, today: today)
        }
    }
}
