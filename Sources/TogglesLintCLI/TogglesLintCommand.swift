import ArgumentParser

/// The command line.
@main
struct TogglesLintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "toggles-lint",
        abstract: "Says which toggles should be gone."
    )
}
