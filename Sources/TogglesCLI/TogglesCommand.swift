import ArgumentParser
import ToggleTool

/// The command line.
@main
struct TogglesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "toggles",
        abstract: "Declares, shows, and overrides the feature toggles of a Swift package.",
        discussion: """
            Commands that need a manifest use the toggles.yaml in the current folder or the nearest folder above it.

            EXAMPLES
              toggles init                          writes a starter toggles.yaml
              toggles console                       shows and changes toggles in the terminal
              toggles list                          lists every toggle with its value and source
              toggles set new_checkout on           overrides a toggle; the running app follows
              toggles explain search_ranking        shows what each source returned
              toggles unset --all                   removes all overrides
              toggles undo                          undoes the last change
              toggles preset apply demo             applies a preset
              toggles check flags.json              checks a remote document
              toggles diff old.json new.json        shows which toggles change, and for how many users
              toggles update-policy test --matrix policy.json
                                                    shows which versions of the app can be used
              toggles lint                          reports which toggles to remove
              toggles promote new_checkout          turns a release toggle into an ops toggle
              toggles rollout new_checkout on=10    rolls a toggle out to a share of users
              toggles kill new_checkout             switches a toggle off for all users
              toggles log new_checkout              shows a toggle's history from git
              toggles migrate-data --plan …         previews a migration of local data

            EXIT CODES
              0  success
              1  problems were found: errors in a manifest or document, or an outdated generated file
              2  wrong usage, or a file that cannot be read or written

            ENVIRONMENT
              TOGGLES_DEFAULTS  the local defaults file, instead of the application's
              TOGGLE_<KEY>      overrides a toggle, as it does in the app
              NO_COLOR          turns off colors unless it's empty
            """,
        version: ToolVersion.current,
        subcommands: [
            InitCommand.self, AddCommand.self, ListCommand.self, GetCommand.self, SetCommand.self,
            UnsetCommand.self, UndoCommand.self, RedoCommand.self, PresetCommand.self, PinCommand.self,
            UnpinCommand.self, ExplainCommand.self, ValidateCommand.self, GenerateCommand.self,
            EvaluateCommand.self, CheckCommand.self, DiffCommand.self, UpdatePolicyCommand.self, KeysCommand.self,
            SignCommand.self, VerifyCommand.self, FetchCommand.self, ConsoleCommand.self, LintCommand.self,
            PromoteCommand.self, RotateCommand.self, ExtendCommand.self, RolloutCommand.self, TargetCommand.self,
            KillCommand.self, RestoreCommand.self,
            LogCommand.self, TicketsCommand.self, ReportCommand.self, MigrateDataCommand.self,
        ]
    )

    static func main() {
        do {
            if let console = ConsoleCommand(usual: CommandLine.arguments) { return try console.run() }
            var command = try parseAsRoot()
            try command.run()
        } catch {
            end(with: error)
        }
    }
}
