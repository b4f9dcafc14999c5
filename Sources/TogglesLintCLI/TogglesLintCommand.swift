import ArgumentParser
import ToggleTool

/// The commands that need syntax trees, which `toggles` runs like its own.
@main
struct TogglesLintCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        // The name to type, since `toggles` runs this program.
        commandName: "toggles",
        abstract: "Says which toggles should be gone.",
        discussion: """
            EXAMPLES
              toggles lint                          what is to be done about the toggles here
              toggles lint --explain expired_toggle
              toggles tickets --since HEAD~1        tickets for the removal of toggles
              toggles report --html toggles.html    a page to look at

            EXIT CODES
              0  fine
              1  findings, or a manifest or document that has errors
              2  wrong usage, or input that cannot be read or written
            """,
        version: ToolVersion.current,
        subcommands: [LintCommand.self, TicketsCommand.self, ReportCommand.self, InitFromCommand.self],
        defaultSubcommand: LintCommand.self
    )

    static func main() async {
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            end(with: error)
        }
    }
}
