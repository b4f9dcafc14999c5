import ArgumentParser

/// The command `toggles migrate-store`.
struct MigrateStoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate-store",
        abstract: "Restores records that a store lost while an app moved between two stores.",
        subcommands: [MigrateStoreReplayCommand.self]
    )
}
