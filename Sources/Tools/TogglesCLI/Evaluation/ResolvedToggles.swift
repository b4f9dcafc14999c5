import FeatureToggles
import FeatureTogglesRemote
import ToggleTool

/// The toggles of an application with their values: those of a running app, or those that the command computes.
struct ResolvedToggles {
    /// The modules that declare the toggles.
    let modules: ApplicationModules
    /// A client that evaluates the toggles as the app does.
    let client: ToggleClient
    /// The running app, or `nil` if the values are computed.
    let app: RunningApp?
    /// The running app whose remote document the command evaluates for the context that the user gives.
    let documentApp: RunningApp?
    /// The text of the remote document with which the values are computed, if its format is flagd's.
    let documentText: [UInt8]?
    /// The problems with the state files of running apps.
    let appProblems: [StateFileError]
    /// Whether a running app was looked for, and not found.
    let isWithoutApp: Bool
    /// Whether the user gives a context, and no remote document.
    let hasOwnContext: Bool
    /// The names of the toggles' modules by identifier; empty for a single module.
    private let moduleNames: [UInt64: String]

    /// Finds the running app, or computes the values.
    ///
    /// - Parameters:
    ///   - options: The sources of the values.
    ///   - apps: Whether to show the values of a running app.
    ///   - document: The remote document that the user names as a revision of a target.
    ///   - loaded: The modules, if they are loaded already and their problems are printed.
    /// - Throws: ``ToolError`` if a manifest or the given remote document can't be read, or the given app isn't running.
    init(
        _ options: ClientOptions,
        _ apps: AppOptions,
        document: (any RemoteSource)? = nil,
        modules loaded: ApplicationModules? = nil
    ) throws {
        let (modules, place) =
            try loaded.map { ($0, try options.localDefaults.place(for: $0)) } ?? options.load(apps.choice)
        hasOwnContext = options.remote == nil && document == nil && options.context.given != nil
        let evaluatesOtherwise = options.remote != nil || document != nil || options.context.given != nil
        let running = try apps.choice.running(for: modules, in: place, evaluatesOtherwise: evaluatesOtherwise)
        app = try running.flatMap { try apps.choice.select(among: $0, for: modules, in: place, printsNotes: true) }
        isWithoutApp = running != nil && app == nil
        let documentApps = hasOwnContext && !apps.computes ? RunningApps(for: modules, in: place) : nil
        // Without a manifest, they were printed when the toggles were loaded.
        if modules.app == nil { for problem in documentApps?.problems ?? [] { ToolOutput.warn("\(problem)") } }
        documentApp = documentApps?.newest
        appProblems = (running ?? documentApps)?.problems ?? []
        let inputs = documentApp.map { AppInputs($0.state) }
        let hasRemote = inputs?.hasRemote ?? true
        let source = try options.document(or: document ?? inputs?.source)
        documentText = source?.text
        client = options.makeClient(for: modules, in: place, document: source, hasRemote: hasRemote)
        self.modules = modules
        moduleNames = modules.namesByToggle()
    }

    /// Whether the toggles are those of several modules.
    var hasModules: Bool { !moduleNames.isEmpty }

    /// Explains all toggles, in the order of the modules.
    ///
    /// - Complexity: O(*n*) in the number of toggles.
    func explanations() -> [Explanation] {
        if let app { return explanations(by: app, of: client.definitions) }
        return client.explanations()
    }

    /// Explains some toggles.
    ///
    /// - Parameter keys: The keys, or the toggles' names in code, in any order.
    /// - Returns: The explanations by the given key. A key has several if two modules declare it differently.
    /// - Throws: ``ToolError`` for the first key of no toggle.
    func explanations(of keys: [String]) throws -> [String: [Explanation]] {
        let names = keys
        let keys = resolved(names)
        var explanations = Dictionary(grouping: found(keys), by: \.key)
        for (name, key) in zip(names, keys) where explanations[name] == nil {
            guard let named = explanations[key] else { throw modules.unknownToggle(name) }
            explanations[name] = named
        }
        return explanations
    }

    /// Returns the keys that the user means, in the same order.
    private func resolved(_ names: [String]) -> [String] {
        // A table pays off only for several names.
        if names.count == 1 { return names.map(modules.key) }
        var toggles = TogglesByKey(modules)
        return names.map { toggles.find($0)?.key ?? $0 }
    }

    private func found(_ keys: [String]) -> [Explanation] {
        if let app {
            let keys = Set(keys)
            return explanations(by: app, of: client.definitions.filter { keys.contains($0.key) })
        }
        // For several keys, one pass over all toggles is faster than a search for each key.
        return keys.count == 1 ? client.explanations(ofKey: keys[0]) : client.explanations()
    }

    /// Returns the name of a toggle's module, or `nil` for a single module.
    func module(of explanation: Explanation) -> String? {
        explanation.definition.flatMap { moduleNames[$0.id] }
    }

    private func explanations(by app: RunningApp, of definitions: [ToggleDefinition]) -> [Explanation] {
        definitions.map { definition in
            app.explanation(of: definition) { client.explanation(of: definition).value }
        }
    }

    /// The problems with the state files of running apps, a sentence each.
    var appProblemTexts: [String] { appProblems.map(\.description) }

    /// The unusable inputs that were skipped.
    var problems: [ToggleProblem] { app?.state.problems ?? client.problems }

    /// The local defaults file, if there is one.
    var localDefaultsPath: String? { app?.state.localDefaultsPath ?? client.localDefaultsPath }
}
