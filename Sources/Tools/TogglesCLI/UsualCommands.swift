import ArgumentParser

/// The commands that `toggles --help` lists; ``TogglesCommand`` has all of them.
struct UsualCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "toggles",
        abstract: "Declares, shows, overrides, operates, and removes the feature toggles of an app.",
        discussion: """
            `toggles --help-all` lists all commands, with examples, exit codes, and environment variables.
            """,
        version: TogglesCommand.configuration.version,
        groupedSubcommands: [
            CommandGroup(name: "Declare", subcommands: [InitCommand.self, AddCommand.self]),
            CommandGroup(
                name: "Show and override",
                subcommands: [
                    ConsoleCommand.self, ListCommand.self, ExplainCommand.self, SetCommand.self, UnsetCommand.self,
                ]
            ),
            CommandGroup(
                name: "Operate remotely",
                subcommands: [
                    PromoteCommand.self, RolloutCommand.self, KillCommand.self, CheckCommand.self, PublishCommand.self,
                ]
            ),
            CommandGroup(name: "Remove", subcommands: [LintCommand.self, RemoveCommand.self]),
        ]
    )

    @Flag(help: "List all commands.")
    var helpAll = false
}
