import ArgumentParser
import DocumentSyntax
import ToggleDocuments

/// The command `toggles kill`.
struct KillCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kill",
        abstract: "Switches a toggle off for all users in a remote document, keeping its rule.",
        discussion: """
            All users of a Boolean toggle get the variant that is false. For an ops or
            permission toggle of any other type, they get the one with the manifest's
            default, or the one you choose with --to. The rule stays in the document, and
            `toggles restore` brings it back exactly. The document names the variant, so
            the switch also works in released versions with another default in their code.

            An experiment is disabled instead, because apps that store assignments would
            otherwise keep them. A migration toggle needs --to, because the right stage
            depends on where the data is, and can only go back to an earlier stage, or on
            to one that requires nothing.

            The command doesn't ask for confirmation, unless it publishes to a target or
            the document lacks the parameter. Errors that the document already has
            elsewhere don't stop it.

            The exit code is 1 if `toggles check` finds errors in the flag, or errors
            elsewhere that the change introduces, and 2 if the change is refused for
            another reason. In both cases, nothing is written.

            EXAMPLES
              toggles kill reviews
              toggles kill search_ranking --to popular --document flags.json
              toggles kill reviews --dry-run
            """
    )

    @OptionGroup var operating: OperatingOptions

    @Argument(help: "The toggle's key or Swift name.", completion: .remoteKeys)
    var key: String

    @Option(
        help: "The variant for all users. Default: the one that switches the toggle off.",
        completion: .toggleVariants()
    )
    var to: String?

    func run() throws {
        try operating.carryOut(key) { operation throws(FlagOperationError) in try operation.kill(to: to) }
    }
}
