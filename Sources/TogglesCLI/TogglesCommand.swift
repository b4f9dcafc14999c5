import ArgumentParser
import ToggleCompanions

/// The command line.
@main
struct TogglesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "toggles",
        abstract: "Declares, shows and overrides the feature toggles of a Swift package.",
        discussion: """
            Every command works on the toggles.yaml of the current folder or of one above it.

            EXAMPLES
              toggles init                          write a starter toggles.yaml
              toggles console                       see and change them in the terminal
              toggles list                          every toggle with its value and who decided it
              toggles set new_checkout on           override one; the running app follows
              toggles explain search_ranking        what each source answered
              toggles unset --all                   back to remote config and defaults
              toggles undo                          takes the last change back
              toggles preset apply demo             overrides what a preset says
              toggles check flags.json              what is wrong with a remote document
              toggles diff old.json new.json        which toggles change, and for whom
              toggles update-policy test --matrix policy.json
                                                    which versions of the app may go on
              toggles lint                          which toggles should be gone
              toggles promote new_checkout          it ships: remote config decides from now on
              toggles log new_checkout              its life so far, from git
              toggles migrate-data --plan …         what a migration would change in local data

            EXIT CODES
              0  fine
              1  findings: a manifest or document has problems, the generated file is out of date
              2  wrong usage, or input that cannot be read or written

            ENVIRONMENT
              TOGGLES_DEFAULTS  the local defaults file to use instead of the application's
              TOGGLE_<KEY>      overrides a toggle, as it does in the app
              NO_COLOR          no colours, when not empty
            """,
        version: ToolVersion.current,
        subcommands: [
            InitCommand.self, AddCommand.self, ListCommand.self, GetCommand.self, SetCommand.self,
            UnsetCommand.self, UndoCommand.self, RedoCommand.self, PresetCommand.self, PinCommand.self,
            UnpinCommand.self, ExplainCommand.self, ValidateCommand.self, GenerateCommand.self,
            EvaluateCommand.self, CheckCommand.self, DiffCommand.self, UpdatePolicyCommand.self, KeysCommand.self,
            SignCommand.self, VerifyCommand.self, FetchCommand.self, ConsoleCommand.self, LintCommand.self,
            PromoteCommand.self,
            RotateCommand.self,
            ExtendCommand.self, LogCommand.self, TicketsCommand.self, ReportCommand.self, MigrateDataCommand.self,
        ]
    )

    static func main() {
        do {
            if try ConsoleCommand.runUsual(CommandLine.arguments) { return }
            var command = try parseAsRoot()
            try command.run()
        } catch let failure as CommandFailure {
            Console.printError(failure.message)
            Console.exit(failure.code)
        } catch {
            // Asking for help or the version also arrives here, and is no failure.
            let text = fullMessage(for: error)
            if exitCode(for: error).isSuccess {
                Console.print(lines: text)
                Console.exit(.fine)
            }
            Console.printError(text)
            Console.exit(.usage)
        }
    }
}
