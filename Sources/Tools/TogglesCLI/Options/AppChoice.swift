import FeatureToggles
import ToggleTool

/// Whether a command shows the values of a running app, and of which one.
struct AppChoice: Sendable {
    /// The app that the user names; `nil` for the newest one, if there is any.
    var app: AppArgument?
    /// Whether the values are computed even if an app is running.
    var computes = false

    /// Returns the running apps, or `nil` if the command computes the values.
    ///
    /// - Throws: ``ToolError`` if the options contradict each other.
    func running(
        for modules: ApplicationModules,
        in place: LocalDefaultsPlace,
        evaluatesOtherwise: Bool
    ) throws -> RunningApps? {
        if app != nil, computes { throw ToolError.usage("--app and --no-app exclude each other.") }
        if app != nil, evaluatesOtherwise {
            throw ToolError.usage(
                "An app has its own remote document and context, so --app excludes --remote and --context."
            )
        }
        return computes || evaluatesOtherwise ? nil : RunningApps(for: modules, in: place)
    }

    /// Returns the running app whose values the command shows, or `nil` if it computes them.
    ///
    /// If there are several, a note on standard error names the others.
    ///
    /// - Parameters:
    ///   - apps: The running apps.
    ///   - modules: The modules of the application.
    ///   - place: The place of the local defaults file.
    ///   - printsNotes: Whether to print warnings and notes.
    /// - Returns: The app.
    /// - Throws: ``ToolError`` if the given process isn't running.
    func select(
        among apps: RunningApps,
        for modules: ApplicationModules,
        in place: LocalDefaultsPlace,
        printsNotes: Bool
    ) throws -> RunningApp? {
        // Without a manifest, they were printed when its toggles were loaded.
        if printsNotes, modules.app == nil { for problem in apps.problems { ToolOutput.warn("\(problem)") } }
        switch app {
        case .process(let process):
            if let app = apps.app(process) { return app }
            let others =
                apps.processes.isEmpty ? "" : " Running: \(apps.processes.map(String.init).joined(separator: ", "))."
            throw ToolError.usage(
                "No app with the process \(process) uses \(place.shownPath ?? "a local defaults file").\(others)"
            )
        case .newest:
            guard let app = apps.newest else { throw ToolError.usage(apps.absence) }
            return app
        case nil:
            guard let app = apps.newest else { return nil }
            let others = apps.processes.filter { $0 != app.state.processID }
            if printsNotes, !others.isEmpty {
                ToolOutput.printError(
                    """
                    \(others.count + 1) processes of ‘\(modules.application)’ are running; this is the one that started \
                    last. --app chooses another: \(others.map(String.init).joined(separator: ", ")).
                    """
                )
            }
            return app
        }
    }

    /// Returns the app among those that run now; the one that started last unless the user names one.
    func app(among apps: RunningApps) -> RunningApp? {
        if case .process(let process) = app { apps.app(process) } else { apps.newest }
    }
}
