import ArgumentParser
import DocumentSyntax
import ToggleDocuments
import ToggleTool

/// The command `toggles rollout`.
struct RolloutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollout",
        abstract: "Changes the shares of a toggle's variants in a remote document.",
        discussion: """
            A growing variant takes users from the default variant, and everyone else keeps
            the variant they have. Before writing anything, the command prints each
            variant's old and new share, and the share of users who lose it. These shares
            are exact, not estimated from a sample. Conditions in the rule stay as they
            are, and the percentages apply to users who meet none of them. Every other byte
            of the document stays as it is. For a migration toggle, use `toggles stage KEY
            STAGE --share PERCENT`.

            To shrink a variant that users have only because of the rollout, or the only
            variant that you pass, add --allow-decrease. To use a new salt when users
            already have different variants, pass --redistribute. Both need confirmation,
            and so does adding a missing parameter. In a terminal, the command asks;
            elsewhere, pass --yes.

            The exit code is 1 if `toggles check` finds errors in the changed document, and
            2 if the change is refused for another reason. In both cases, nothing is
            written.

            EXAMPLES
              toggles rollout search_ranking neural=10
              toggles rollout searchRanking neural=20 popular=5 --dry-run
              toggles rollout new_checkout on=0.5 --document flags.json
              toggles rollout new_checkout on=0 --allow-decrease --yes
              toggles rollout checkout_button treatment=50 --salt buttons-2
            """
    )

    @OptionGroup var operating: OperatingOptions

    @Argument(help: "The toggle's key or Swift name.", completion: .remoteKeys)
    var key: String

    @Argument(
        help: ArgumentHelp("A variant and its share in percent, with up to four decimals.", valueName: "variant=share"),
        completion: .toggleVariants("=")
    )
    var shares: [String]

    @Option(
        help: """
            Text to use instead of the flag's key when users are put in buckets. A user is in the same bucket for \
            all toggles with the same salt.
            """
    )
    var salt: String?

    @Flag(help: "Allow a new salt to give users a different variant.")
    var redistribute = false

    @Flag(help: "Allow shrinking a variant that users have only because of the rollout.")
    var allowDecrease = false

    func run() throws {
        if salt?.isEmpty == true {
            throw ToolError.usage("The salt is empty. Leave out --salt to bucket by the flag's key.")
        }
        let rollout = FlagOperator.Rollout(
            shares: try FlagOperator.Rollout.shares(shares),
            salt: salt,
            redistributes: redistribute,
            allowsDecrease: allowDecrease
        )
        try operating.carryOut(key) { operation throws(FlagOperationError) in try operation.rollout(rollout) }
    }
}
