import ArgumentParser
import ToggleTool

/// The commands that parse Swift, which `toggles` runs as if they were part of it.
@main
struct TogglesLintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        // The name that users type.
        commandName: "toggles",
        abstract: "Reports which toggles to remove, and removes them.",
        discussion: """
            EXAMPLES
              toggles lint                          # reports which toggles to remove
              toggles lint --explain expired_toggle
              toggles remove new_checkout --keep on # prints a diff that removes a toggle
              toggles tickets --since HEAD~1        # prints tickets for removing toggles
              toggles report --html toggles.html    # writes a page about the toggles
              toggles released                      # shows which versions read a parameter

            EXIT CODES
              0  success
              1  findings, a removal that isn't safe, or a manifest or document that has
                 errors
              2  wrong usage, or a file that cannot be read or written
            """,
        version: ToolVersion.current,
        subcommands: [
            RunCommand<LintArguments>.self, RunCommand<RemoveArguments>.self, RunCommand<TicketsArguments>.self,
            RunCommand<ReportArguments>.self, RunCommand<ReleasedArguments>.self, UsageCommand.self,
            RunCommand<InitArguments>.self,
        ],
        defaultSubcommand: RunCommand<LintArguments>.self
    )

    // Not asynchronous: on Linux, an asynchronous program needs libgcc to end its main thread.
    static func main() { launch() }
}
