import ArgumentParser
import DocumentSyntax
import ToggleDocuments
import ToggleTool

/// The command `toggles target`.
struct TargetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "target",
        abstract: "Gives a variant to users who meet a condition, in a remote document.",
        discussion: """
            The condition comes before the rest of the rule, which stays as it is for all
            other users. A condition consists of comparisons, joined by ‘and’, each with an
            attribute, an operator, and a value:

              ==  !=                    text, a number, a version, true, false, or null
              >=  >  <=  <              a number or a version
              ~                         a version with the same major and minor version
              ^                         a version with the same major version
              starts_with  ends_with    text
              in                        a list, such as [DE, FR]

            A value with three numbers is a version, and so is every value that app.version
            or os.version is compared with. Put text with spaces in quotes. The attributes
            that every app provides can be written with dots: app.version means appVersion.
            In a comparison, a missing attribute is null, which counts as 0. If users
            without an attribute meet the condition, the output says so; to leave them out,
            add ‘and ATTRIBUTE != null’.
            There's no ‘or’: to match any of several conditions, run the command once for
            each.

            If users might lose a variant other than the default, or the document lacks the
            parameter, the command needs confirmation. In a terminal, it asks; elsewhere,
            pass --yes.

            The stages of a migration toggle are changed by `toggles stage`, which checks
            what they require. To give users a stage because of a condition that only users
            without missing records meet, pass --force, which needs confirmation, too.

            The exit code is 1 if `toggles check` finds errors in the changed document, and
            2 if the change is refused for another reason. In both cases, nothing is
            written.

            EXAMPLES
              toggles target search_ranking --if 'app.version >= 2.2.0' --then neural
              toggles target early_access --if 'country in [DE, FR] and beta == true' \\
                --then on
              toggles target admin_tools --if 'email ends_with "@example.com"' --then on
              toggles target book_store --if 'backfill == done' --then live --force
            """
    )

    @OptionGroup var operating: OperatingOptions

    @Argument(help: "The toggle's key or Swift name.", completion: .remoteKeys)
    var key: String

    @Option(name: .customLong("if"), help: "The condition.")
    var condition: String

    @Option(
        name: .customLong("then"),
        help: "The variant for users who meet it.",
        completion: .toggleVariants()
    )
    var variant: String

    @Flag(help: "Give users a stage of a migration toggle without checking what it requires.")
    var force = false

    func run() throws {
        let expression: TargetExpression
        do {
            expression = try TargetExpression(condition)
        } catch {
            throw ToolError.usage("--if: \(error.description)")
        }
        try operating.carryOut(key) { operation throws(FlagOperationError) in
            try operation.target(expression, variant: variant, skipsStageCheck: force)
        }
    }
}
