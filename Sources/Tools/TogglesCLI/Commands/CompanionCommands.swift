import ArgumentParser
import ToggleTool

// The commands that companions run.
typealias LintCommand = HandedOverCommand<LintArguments>
typealias RemoveCommand = HandedOverCommand<RemoveArguments>
typealias TicketsCommand = HandedOverCommand<TicketsArguments>
typealias ReportCommand = HandedOverCommand<ReportArguments>
typealias ReleasedCommand = HandedOverCommand<ReleasedArguments>
typealias FetchCommand = HandedOverCommand<FetchArguments>
typealias SignCommand = HandedOverCommand<SignArguments>
typealias VerifyCommand = HandedOverCommand<VerifyArguments>
typealias NewKeysCommand = HandedOverCommand<NewKeysArguments>

/// The command `toggles keys`.
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Creates keys for signing remote documents (\(NewKeysArguments.companion.name)).",
        subcommands: [NewKeysCommand.self]
    )
}
