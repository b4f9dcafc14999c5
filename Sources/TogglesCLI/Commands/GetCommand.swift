import ArgumentParser
import FeatureToggles
import ToggleTool

/// The command `toggles get`.
struct GetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Prints the value of a toggle.",
        discussion: """
            In a terminal, and with --json, control characters are escaped. Scripts get the text unchanged.

            EXAMPLES
              toggles get search_ranking
              if [ "$(toggles get new_checkout)" = true ]; then …; fi
            """
    )

    @OptionGroup var options: ClientOptions

    @Argument(help: "The toggle's key.", completion: .toggleKeys)
    var key: String

    @Flag(help: "Print the value as JSON.")
    var json = false

    func run() throws {
        guard let explanation = try options.resolve().explanations(of: [key])[key]?.first else { return }
        let value = explanation.value
        switch value {
        case _ where json: ToolOutput.print(json: value, isPretty: false)
        case _ where ToolOutput.isTerminal: ToolOutput.print(value.tableText)
        case .string(let text): ToolOutput.print(styled: text)
        default: ToolOutput.print(json: value, isPretty: false)
        }
    }
}
