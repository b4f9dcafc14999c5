import ArgumentParser
import FeatureToggles

/// The command `toggles list`.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Shows every toggle with its value and who decided it.",
        discussion: """
            SOURCE is where the value comes from. (!) after it says that a source before it
            had a value that cannot be used; standard error says why, and
            `toggles explain KEY` what every source had.

            EXAMPLES
              toggles list
              toggles list --category ops --category experiment
              toggles list --json | jq '.toggles[] | select(.source == "local defaults")'
            """
    )

    @OptionGroup var options: ClientOptions

    @Option(help: "Only toggles of this category. May be repeated.", completion: .list(categories))
    var category: [CategoryArgument] = []

    @Flag(help: "Only toggles that are overridden.")
    var overridden = false

    @Flag(help: "Print JSON.")
    var json = false

    private static let categories = ToggleCategory.allCases.map(\.rawValue)

    func run() throws {
        let client = try options.makeClient()
        let explanations = client.explanations().filter { explanation in
            guard let category = explanation.definition?.category else { return false }
            return (self.category.isEmpty || self.category.contains { $0.category == category })
                && (!overridden || explanation.evaluation.source.isOverride)
        }
        ToggleListing(explanations, of: client).print(asJSON: json)
    }
}
