import ArgumentParser
import FeatureToggles

/// The command `toggles get`.
struct GetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Prints the value of a toggle.",
        discussion: """
            A script gets a text as it is. In a terminal, and with --json, it has escapes for control characters.

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
        let client = try options.makeClient()
        guard let explanation = client.explanations(ofKey: key).first else {
            throw CommandFailure.unknownToggle(key, among: client.definitions.map(\.key))
        }
        let value = explanation.value
        switch value {
        case _ where json: Console.print(json: value, isPretty: false)
        case _ where Console.isTerminal: Console.print(value.tableText)
        case .string(let text): Console.print(styled: text)
        default: Console.print(json: value, isPretty: false)
        }
    }
}
