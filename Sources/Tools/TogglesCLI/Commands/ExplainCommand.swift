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

            With --document, the command uses a document that was published to a target,
            and with --at the one of an earlier time.

            For a migration toggle, the command also shows how often the two stores agree,
            if an app on this machine writes a summary next to its local defaults file.

            EXAMPLES
              toggles explain search_ranking
              toggles explain search_ranking --remote flags.json
              toggles explain admin_tools --remote https://cdn.example.com/flags.json \\
                --context targetingKey=ada --context appVersion=3.2.0
              toggles explain search_ranking --app 4711
              toggles explain search_ranking --no-app
              toggles explain search_ranking --document production --at 2026-11-30T08:15Z

            EXIT CODES
              0  success
              2  wrong usage, a file that cannot be read, or an app that isn't running
            """
    )

    @OptionGroup var options: ClientOptions

    @OptionGroup var apps: AppOptions

    @Argument(help: "The toggles' keys.", completion: .toggleKeys)
    var keys: [String]

    @Option(
        help: "The target with the document: an address, or the name of an environment in toggles.yaml.",
        completion: .targets
    )
    var document: String?

    @Option(
        help: ArgumentHelp(
            "A date, a time in UTC, or a revision of the target. Default: the current document.",
            valueName: "time"
        )
    )
    var at: String?

    @Option(help: ArgumentHelp("The endpoint of an object storage that is compatible with S3.", valueName: "url"))
    var endpoint: String?

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        if document == nil, at != nil { throw ValidationError("--at needs --document with a target.") }
        if document != nil, options.remote != nil { throw ValidationError("Write --document or --remote.") }
    }

    func run() throws {
        let published = try document.map { document in
            let target = try PublishingTarget(document, in: options.manifest.selection, endpoint: endpoint)
            let entry = try TargetHistory(target).entry(at: at)
            ToolOutput.printError("\(target.title): \(entry.title)")
            return RevisionSource(entry, of: target)
        }
        let toggles = try ResolvedToggles(options, apps, document: published)
        let known = try toggles.explanations(of: keys)
        let explanations = keys.flatMap { known[$0] ?? [] }
        // The summary that the app writes next to its local defaults file, if any.
        let migrations = MigrationSummaryFile(beside: toggles.client)?.read() ?? [:]
        if json {
            toggles.printUnusedAttributes(of: explanations)
            toggles.printMissingTargetingKey(of: explanations)
            ToolOutput.print(json: .array(explanations.map { toggles.json(of: $0, migrations, withOrigin: true) }))
            return
        }
        toggles.printOrigin()
        toggles.printUnusedAttributes(of: explanations)
        toggles.printMissingTargetingKey(of: explanations)
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
