import ArgumentParser
import FeatureToggles

/// The command `toggles list`.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Shows every toggle with its value and source.",
        discussion: """
            If the app is running, the values are those that it resolved (see `toggles
            apps`). If it isn't, or with --no-app, --remote, or --context, the command
            computes them. With --context, it uses the document of the running app,
            otherwise only one from --remote. A line on standard error shows which of the
            two applies. With --json, so does the member `resolved`.

            The SOURCE column shows which source determined the value. The mark (!) means
            that a source with higher priority has an invalid value, or that the running
            app doesn't have this toggle yet. Standard error explains the problem, and
            `toggles explain KEY` shows the value of every source.

            EXAMPLES
              toggles list
              toggles list --category ops --category experiment
              toggles list --app 4711
              toggles list --no-app
              toggles list --json | jq '.toggles[] | select(.source == "local defaults")'

            EXIT CODES
              0  success
              2  wrong usage, a file that cannot be read, or an app that isn't running
            """
    )

    @OptionGroup var options: ClientOptions

    @OptionGroup var apps: AppOptions

    @Option(help: "Show only toggles of this category. May be repeated.", completion: .list(categories))
    var category: [CategoryArgument] = []

    @Flag(help: "Show only overridden toggles.")
    var overridden = false

    @Argument(
        help: ArgumentHelp("After --simulator or --device: the simulator or device, and the app.", visibility: .hidden)
    )
    var names: [String] = []

    @Flag(help: "Print JSON.")
    var json = false

    private static let categories = ToggleCategory.allCases.map(\.rawValue)

    func validate() throws {
        _ = try options.naming(names)
    }

    func run() throws {
        let toggles = try ResolvedToggles(options.naming(names), apps)
        let explanations = toggles.explanations().filter { explanation in
            guard let category = explanation.definition?.category else { return false }
            return (self.category.isEmpty || self.category.contains { $0.category == category })
                && (!overridden || explanation.evaluation.source.isOverride)
        }
        ToggleListing(explanations, of: toggles).print(asJSON: json)
    }
}
