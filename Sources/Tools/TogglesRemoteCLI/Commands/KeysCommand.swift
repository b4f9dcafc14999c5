import ArgumentParser
import ToggleTool

/// The command `toggles keys`.
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Creates keys for signing remote documents.",
        subcommands: [RunCommand<NewKeysArguments>.self]
    )
}
