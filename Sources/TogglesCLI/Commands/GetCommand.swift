import ArgumentParser
import FeatureToggles

/// The command `toggles get`.
struct GetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Prints the value of a toggle.",
        discussion: """
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
        let text = Console.isTerminal ? value.tableText : value.plainText
        Console.print(json ? JSONWriter().text(value) : text)
    }
}
