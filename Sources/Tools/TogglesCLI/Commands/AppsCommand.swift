import ArgumentParser
import FeatureToggles
import ToggleManifest
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

            If this project contains several applications, the command lists the apps of
            all of them, unless you choose one with --application.

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

    @Argument(
        help: ArgumentHelp("After --simulator or --device: the simulator or device, and the app.", visibility: .hidden)
    )
    var names: [String] = []

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        _ = try localDefaults.naming(names)
    }

    func run() throws {
        let apps = try runningApps()
        let states = apps.flatMap(\.states)
        let problems = apps.flatMap(\.problems)
        if json {
            ToolOutput.print(json: [
                "version": 1,
                "apps": .array(states.map { .object(RunningApp(state: $0).json) }),
                "problems": .array(problems.map { .string($0.description) }),
            ])
            return
        }
        for problem in problems { ToolOutput.warn("\(problem)") }
        guard !states.isEmpty else {
            for application in apps { ToolOutput.printError("\(application.absence)") }
            return
        }
        var table = Table(header: ["APPLICATION", "VERSION", "PID", "STARTED", "REMOTE", "TOGGLES", "PROGRAM"])
        let now = ToolFiles.secondsSince1970
        let style = TextStyle()
        for state in states {
            let remote = state.remoteState.map { RunningApp.text(of: $0) } ?? "none"
            let cells = [
                state.application, state.applicationVersion ?? "", "\(state.processID)",
                "\(RunningApp.age(since: state.started, now: now)) ago", remote, "\(state.toggles.count)",
                state.executable ?? "",
            ]
            var row = cells.map { Table.Cell(text: $0) }
            row[4].style = { style.remote($0, state.remoteState?.status) }
            row[6].keepsEnd = true
            table.add(row)
        }
        ToolOutput.print(table, flexible: 6, optional: [5, 6, 3, 1])
    }

    /// Finds the running apps of all applications, or of the one that the options select.
    private func runningApps() throws -> [RunningApps] {
        let localDefaults = try localDefaults.naming(names)
        let applications = try manifest.selection(or: localDefaults.runningApps())
            .loadApplications(sharesFile: !localDefaults.isDefault)
        // With TOGGLES_DEFAULTS, all of them have the same file.
        var known: Set<String> = []
        return try applications.compactMap { modules in
            // The list shows the apps that declare toggles.
            if modules.app == nil { modules.printProblems() }
            let place = try localDefaults.place(for: modules)
            return known.insert(place.path ?? "").inserted ? RunningApps(for: modules, in: place) : nil
        }
    }
}
