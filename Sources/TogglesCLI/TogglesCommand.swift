import ArgumentParser
import ToggleTool

/// The command line.
@main
struct TogglesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "toggles",
        abstract: "Declares, shows, and overrides the feature toggles of a Swift package.",
        discussion: """
            Every command works on the toggles.yaml of the current folder or of one above it.

            EXAMPLES
              toggles init                          writes a starter toggles.yaml
              toggles console                       shows and changes them in the terminal
              toggles list                          every toggle with its value and source
              toggles set new_checkout on           overrides one; the running app follows
              toggles explain search_ranking        shows the value of each source
              toggles unset --all                   back to remote config and defaults
              toggles undo                          reverts the last change
              toggles preset apply demo             applies a preset
              toggles check flags.json              checks a remote document
              toggles diff old.json new.json        which toggles change, and for how many
              toggles update-policy test --matrix policy.json
                                                    which versions of the app can be used
              toggles lint                          reports which toggles to remove
              toggles promote new_checkout          turns it into an ops toggle when it ships
              toggles log new_checkout              its history, from git
              toggles migrate-data --plan …         previews a migration of local data

            EXIT CODES
              0  success
              1  findings: a manifest or document has problems, the generated file is out of date
              2  wrong usage, or input that cannot be read or written

            ENVIRONMENT
              TOGGLES_DEFAULTS  the local defaults file, instead of the application's
              TOGGLE_<KEY>      overrides a toggle, as it does in the app
              NO_COLOR          no colors, when not empty
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
            if let console = ConsoleCommand(usual: CommandLine.arguments) { return try console.run() }
            var command = try parseAsRoot()
            try command.run()
        } catch {
            end(with: error)
        }
    }
}
