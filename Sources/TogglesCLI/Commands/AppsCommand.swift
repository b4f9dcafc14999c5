import ArgumentParser
import FeatureToggles
import ToggleTool

/// The command `toggles apps`.
struct AppsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apps",
        abstract: "Lists the running apps whose values the other commands show.",
        discussion: """
            If its build has overrides, a running app writes the values it resolved to a
            state file, in a folder next to its local defaults file. `toggles list`, `get`,
            and `explain` show these values. If several apps are running, choose one with
            --app PID.

            EXAMPLES
              toggles apps
              toggles apps --json | jq '.apps[].process'
              toggles list --app 4711

            EXIT CODES
              0  success, even if no app is running
              2  wrong usage, or a manifest that cannot be read
            """
    )

    @OptionGroup var manifest: ManifestOptions

    @OptionGroup var localDefaults: LocalDefaultsOptions

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        #if OVERRIDES
        let modules = try manifest.selection.loadModules()
        modules.printProblems()
        let apps = RunningApps(for: modules, in: try localDefaults.place(for: modules))
        if json {
            ToolOutput.print(json: [
                "version": 1,
                "apps": .array(apps.states.map { .object(RunningApp(state: $0).json) }),
                "problems": .array(apps.problems.map { .string($0.description) }),
            ])
            return
        }
        for problem in apps.problems { ToolOutput.warn("\(problem)") }
        guard !apps.states.isEmpty else { return ToolOutput.printError(apps.absence) }
        var table = Table(header: ["APPLICATION", "VERSION", "PID", "STARTED", "REMOTE", "TOGGLES", "PROGRAM"])
        let now = ToolFiles.secondsSince1970
        let style = TextStyle()
        for state in apps.states {
            let remote = state.remoteState.map { RunningApp.text(of: $0) } ?? "none"
            let cells = [
                state.application, state.applicationVersion ?? "", "\(state.processID)",
                "\(RunningApp.age(since: state.started, now: now)) ago", remote, "\(state.toggles.count)",
                state.executable ?? "",
            ]
            var row = cells.map { Table.Cell(text: $0) }
            row[4].style = { style.remote($0, state.remoteState?.status) }
            table.add(row)
        }
        for line in table.lines(style: style, flexible: 6, optional: [5, 6, 3, 1], columns: ToolOutput.columns) {
            ToolOutput.print(styled: line)
        }
        #else
        throw LocalDefaults.unavailable
        #endif
    }
}
