import ArgumentParser
import ToggleTool

#if !OVERRIDES
#error("The command line needs overrides. In the release configuration, add `--traits default,InternalBuild`.")
#endif

/// The command line.
@main
struct TogglesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "toggles",
        abstract: "Declares, shows, and overrides the feature toggles of a Swift package.",
        discussion: """
            Commands that need a manifest use every toggles.yaml of the application, anywhere in the project.

            EXAMPLES
              toggles init                      # declares an app's flags, or examples
              toggles console                   # shows and changes toggles
              toggles list                      # lists toggles with their values
              toggles set new_checkout on       # overrides a toggle in the running app
              toggles explain search_ranking    # shows what each source returned
              toggles apps                      # lists the running apps
              toggles unset --all               # removes all overrides
              toggles undo                      # undoes the last change
              toggles preset apply demo         # applies a preset
              toggles check flags.json          # checks a remote document
              toggles diff old.json new.json    # shows which users get different values
              toggles lint                      # reports which toggles to remove
              toggles released search_ranking   # shows which versions read its parameter
              toggles remove a_key --keep on    # prints a diff that removes a toggle
              toggles promote new_checkout      # turns a release toggle into an ops toggle
              toggles rollout new_checkout on=10  # rolls out a toggle to some users
              toggles kill new_checkout         # switches a toggle off for all users
              toggles publish flags.json --to production  # checks and publishes a document
              toggles history production        # shows what was published, and by whom
              toggles stage book_store live     # moves a migration to its next stage
              toggles log new_checkout          # shows a toggle's history from git

            EXIT CODES
              0  success
              1  problems were found: errors in a manifest or document, or an outdated
                 generated file
              2  wrong usage, or a file that cannot be read or written
              3  another publisher was faster
              4  a store of documents can't be reached
              5  the answer of a store was lost

            ENVIRONMENT
              TOGGLES_DEFAULTS  the local defaults file, instead of the application's
              TOGGLE_<KEY>      overrides a toggle, as it does in the app
              TOGGLES_XCRUN_TIMEOUT
                                the time limit in seconds of each call of xcrun for
                                --simulator and --device; 30 if it isn't set
              NO_COLOR          turns off colors unless it's empty
            """,
        version: ToolVersion.current,
        groupedSubcommands: [
            CommandGroup(
                name: "Declare toggles",
                subcommands: [InitCommand.self, AddCommand.self, ValidateCommand.self, GenerateCommand.self]
            ),
            CommandGroup(
                name: "Show and override values",
                subcommands: [
                    ConsoleCommand.self, AppsCommand.self, ListCommand.self, GetCommand.self, ExplainCommand.self,
                    SetCommand.self, UnsetCommand.self, UndoCommand.self, RedoCommand.self, PresetCommand.self,
                    PinCommand.self, UnpinCommand.self, SchemeCommand.self,
                ]
            ),
            CommandGroup(
                name: "Operate toggles in a remote document",
                subcommands: [
                    RolloutCommand.self, TargetCommand.self, KillCommand.self, RestoreCommand.self, StageCommand.self,
                ]
            ),
            CommandGroup(
                name: "Publish remote documents",
                subcommands: [PublishCommand.self, HistoryCommand.self]
            ),
            CommandGroup(
                name: "Work with remote documents",
                subcommands: [
                    CheckCommand.self, DiffCommand.self, FetchCommand.self, MirrorCommand.self, EvaluateCommand.self,
                    UpdatePolicyCommand.self, KeysCommand.self, SignCommand.self, VerifyCommand.self,
                ]
            ),
            CommandGroup(
                name: "Maintain and remove toggles",
                subcommands: [
                    LintCommand.self, RemoveCommand.self, PromoteCommand.self, RotateCommand.self, ExtendCommand.self,
                    LogCommand.self, TicketsCommand.self, ReportCommand.self, ReleasedCommand.self,
                    UsageCommand.self,
                ]
            ),
        ]
    )

    @Flag(help: "List all commands.")
    var helpAll = false

    func run() { Self.end(with: CleanExit.helpRequest(Self.self)) }

    static func main() {
        do {
            try ConsoleSources.showForUsualArguments(CommandLine.arguments)
            let arguments = ToggleSettings.joiningNegativeNumbers(in: Array(CommandLine.arguments.dropFirst()))
            // The parser would list all commands.
            if [[], ["--help"], ["-h"], ["help"]].contains(arguments) {
                UsualCommands.end(with: CleanExit.helpRequest(UsualCommands.self))
            }
            try checkCount(of: arguments)
            try checkCommandName(in: arguments)
            var command = try parseAsRoot(arguments)
            do { try command.run() } catch { fail(with: error) }
        } catch {
            end(with: error)
        }
    }
}
