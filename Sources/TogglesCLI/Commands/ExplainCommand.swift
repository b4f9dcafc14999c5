import ArgumentParser
import FeatureToggles
import StoreMigration
import ToggleTool

/// The command `toggles explain`.
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Shows what each source returned for a toggle, and which one determined the value.",
        discussion: """
            For a migration toggle, the command also shows how far the two stores agree, if an app on this machine
            writes a summary next to its local defaults file.

            EXAMPLES
              toggles explain search_ranking
              toggles explain search_ranking --remote flags.json
              toggles explain admin_tools --remote https://cdn.example.com/flags.json \\
                --context targetingKey=ada --context appVersion=3.2.0
            """
    )

    @OptionGroup var options: ClientOptions

    @Argument(help: "The toggles' keys.", completion: .toggleKeys)
    var keys: [String]

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let toggles = try options.resolve()
        let known = try toggles.explanations(of: keys)
        let explanations = keys.flatMap { known[$0] ?? [] }
        // The summary that the app writes next to its local defaults file, if any.
        let migrations = MigrationSummaryFile(beside: toggles.client)?.read() ?? [:]
        if json {
            ToolOutput.print(json: .array(explanations.map { $0.json(migrations) }))
            return
        }
        let style = TextStyle()
        for (number, explanation) in explanations.enumerated() {
            if number > 0 { ToolOutput.print("") }
            for line in explanation.lines(style: style, migrations) { ToolOutput.print(styled: line) }
        }
        for problem in toggles.problems { ToolOutput.warn("\(problem)") }
    }
}
