import ArgumentParser
import FeatureToggles
import StoreMigration

/// The command `toggles explain`.
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Shows what each source answered about a toggle, and who won.",
        discussion: """
            Of a migration toggle it also shows how far the two stores agree, where the app that runs on this machine keeps a
            summary beside its local defaults file.

            EXAMPLES
              toggles explain search_ranking
              toggles explain search_ranking --remote flags.json
              toggles explain admin_tools --remote https://cdn.example.com/flags.json \
                --context targetingKey=ada --context appVersion=3.2.0
            """
    )

    @OptionGroup var options: ClientOptions

    @Argument(help: "The toggles' keys.", completion: .toggleKeys)
    var keys: [String]

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let client = try options.makeClient()
        var explanations: [Explanation] = []
        for key in keys {
            let found = client.explanations(ofKey: key)
            if found.isEmpty { throw CommandFailure.unknownToggle(key, among: client.definitions.map(\.key)) }
            explanations += found
        }
        // What the app says of its migrations, if it runs here and keeps it.
        let migrations = MigrationSummaryFile(beside: client)?.read() ?? [:]
        if json {
            Console.print(json: .array(explanations.map { $0.json(migrations) }))
            return
        }
        let style = TextStyle(environment: Files.environment, isTerminal: Console.isTerminal)
        for (number, explanation) in explanations.enumerated() {
            if number > 0 { Console.print("") }
            for line in explanation.lines(style: style, migrations) { Console.print(styled: line) }
        }
        for problem in client.problems { Console.warn("\(problem)") }
    }
}
