import ArgumentParser
import ToggleTool

// The commands that companions run.
typealias LintCommand = HandedOverCommand<LintArguments>
typealias RemoveCommand = HandedOverCommand<RemoveArguments>
typealias TicketsCommand = HandedOverCommand<TicketsArguments>
typealias ReportCommand = HandedOverCommand<ReportArguments>
typealias ReleasedCommand = HandedOverCommand<ReleasedArguments>
typealias MergeUsageCommand = HandedOverCommand<MergeUsageArguments>
typealias FetchCommand = HandedOverCommand<FetchArguments>
typealias MirrorCommand = HandedOverCommand<MirrorArguments>
typealias SignCommand = HandedOverCommand<SignArguments>
typealias VerifyCommand = HandedOverCommand<VerifyArguments>
typealias NewKeysCommand = HandedOverCommand<NewKeysArguments>

/// The command `toggles usage`.
struct UsageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "usage",
        abstract: "Counts which toggles running apps read (\(MergeUsageArguments.companion.name)).",
        subcommands: [MergeUsageCommand.self]
    )
}

/// The command `toggles keys`.
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Creates keys for signing remote documents (\(NewKeysArguments.companion.name)).",
        subcommands: [NewKeysCommand.self]
    )
}
