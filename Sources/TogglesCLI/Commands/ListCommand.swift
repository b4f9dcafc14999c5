import ArgumentParser
import FeatureToggles

/// The command `toggles list`.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Shows every toggle with its value and source.",
        discussion: """
            The SOURCE column shows which source determined the value. If (!) follows, a
            source with higher priority has an invalid value: standard error explains the
            problem, and `toggles explain KEY` shows the value of every source.

            EXAMPLES
              toggles list
              toggles list --category ops --category experiment
              toggles list --json | jq '.toggles[] | select(.source == "local defaults")'
            """
    )

    @OptionGroup var options: ClientOptions

    @Option(help: "Show only toggles of this category. May be repeated.", completion: .list(categories))
    var category: [CategoryArgument] = []

    @Flag(help: "Show only overridden toggles.")
    var overridden = false

    @Flag(help: "Print JSON.")
    var json = false

    private static let categories = ToggleCategory.allCases.map(\.rawValue)

    func run() throws {
        let toggles = try options.resolve()
        let explanations = toggles.explanations().filter { explanation in
            guard let category = explanation.definition?.category else { return false }
            return (self.category.isEmpty || self.category.contains { $0.category == category })
                && (!overridden || explanation.evaluation.source.isOverride)
        }
        ToggleListing(explanations, of: toggles).print(asJSON: json)
    }
}
