import ArgumentParser
import FeatureToggles
import StoreMigration
import ToggleManifest
import ToggleTool

/// The command `toggles explain`.
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Shows what each source returned for a toggle, and which one determined the value.",
        discussion: """
            If the app is running, the command shows what the app resolved (see `toggles
            apps`). If it isn't, or with --no-app, --remote, or --context, the command
            computes the values. With --context, it uses the document of the running app,
            otherwise only one from --remote. A line on standard error shows which of the
            two applies. With --json, so does the member `resolved` of each toggle.

            For a migration toggle, the command also shows how often the two stores agree,
            if an app on this machine writes a summary next to its local defaults file.

            EXAMPLES
              toggles explain search_ranking
              toggles explain search_ranking --remote flags.json
              toggles explain admin_tools --remote https://cdn.example.com/flags.json \\
                --context targetingKey=ada --context appVersion=3.2.0
              toggles explain search_ranking --app 4711
              toggles explain search_ranking --no-app

            EXIT CODES
              0  success
              2  wrong usage, a file that cannot be read, or an app that isn't running
            """
    )

    @OptionGroup var options: ClientOptions

    @OptionGroup var apps: AppOptions

    @Argument(help: "The toggles' keys.", completion: .toggleKeys)
    var keys: [String]

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let toggles = try ResolvedToggles(options, apps)
        let known = try toggles.explanations(of: keys)
        let explanations = keys.flatMap { known[$0] ?? [] }
        // The summary that the app writes next to its local defaults file, if any.
        let migrations = MigrationSummaryFile(beside: toggles.client)?.read() ?? [:]
        if json {
            toggles.printUnusedAttributes(of: explanations)
            ToolOutput.print(json: .array(explanations.map { toggles.json(of: $0, migrations, withOrigin: true) }))
            return
        }
        toggles.printOrigin()
        toggles.printUnusedAttributes(of: explanations)
        let style = TextStyle()
        for (number, explanation) in explanations.enumerated() {
            if number > 0 { ToolOutput.print("") }
            let module = toggles.module(of: explanation)
            for line in explanation.lines(style: style, module: module, migrations) { ToolOutput.print(line) }
        }
        // The explanations contain the values of their toggles that can't be used.
        let explained = explanations.flatMap(\.steps).compactMap { step in
            if case .rejected(let error) = step.answer { error.message } else { nil }
        }
        for problem in toggles.problems where !explained.contains(problem.message) { ToolOutput.warn("\(problem)") }
    }
}
