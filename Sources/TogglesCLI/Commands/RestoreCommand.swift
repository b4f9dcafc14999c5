import ArgumentParser
import ToggleDocuments

/// The command `toggles restore`.
struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Brings back what `toggles kill` switched off in a remote document.",
        discussion: """
            The rule that `toggles kill` put aside becomes the flag's rule again, byte for
            byte, including changes that were made to it in the meantime. A disabled flag
            becomes enabled.

            Because users get the feature again, this needs confirmation: on a terminal the
            command asks, elsewhere it needs --yes.

            The exit code is 1 if `toggles check` finds errors in the flag or new errors,
            and 2 if the change is refused for another reason. Then nothing is written.

            EXAMPLES
              toggles restore reviews
              toggles restore reviews --document flags.json --yes
            """
    )

    @OptionGroup var operating: OperatingOptions

    @Argument(help: "The toggle's key or Swift name.", completion: .toggleKeys)
    var key: String

    func run() throws {
        try operating.carryOut(key) { operation throws(FlagOperationError) in try operation.restore() }
    }
}
