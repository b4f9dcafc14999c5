import ArgumentParser
import ToggleTool

/// The command `toggles usage`.
struct UsageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "usage",
        abstract: "Counts which toggles running apps read.",
        subcommands: [RunCommand<MergeUsageArguments>.self]
    )
}
