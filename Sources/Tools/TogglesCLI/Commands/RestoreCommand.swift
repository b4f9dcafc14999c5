import ArgumentParser
import DocumentSyntax
import ToggleDocuments

/// The command `toggles restore`.
struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Brings back what `toggles kill` switched off in a remote document.",
        discussion: """
            The rule that `toggles kill` set aside becomes the flag's rule again, byte for
            byte. If it was edited in the meantime, the edited rule is restored. A disabled
            flag becomes enabled.

            Because users get the feature again, the command needs confirmation. In a
            terminal, it asks; elsewhere, pass --yes.

            The exit code is 1 if `toggles check` finds errors in the flag, or errors
            elsewhere that the change introduces, and 2 if the change is refused for
            another reason. In both cases, nothing is written.

            EXAMPLES
              toggles restore reviews
              toggles restore reviews --document flags.json --yes
            """
    )

    @OptionGroup var operating: OperatingOptions

    @Argument(help: "The toggle's key or Swift name.", completion: .remoteKeys)
    var key: String

    func run() throws {
        try operating.carryOut(key) { operation throws(FlagOperationError) in try operation.restore() }
    }
}
