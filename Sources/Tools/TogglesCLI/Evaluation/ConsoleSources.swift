import FeatureToggles
import FeatureTogglesOverrides
import FeatureTogglesRemote
import ToggleBase
import ToggleConsole
import ToggleDocuments
import ToggleTool

/// The backend of a console, and what updates it as long as it is referenced.
struct FollowingConsole {
    let backend: ConsoleBackend
    let manifests: ManifestFollower
    /// Follows the running apps; `nil` if the console uses neither their values nor their document.
    let apps: AppFollower?
    /// The place of the local defaults file.
    let place: LocalDefaultsPlace
    /// Watches the folder of the app's data in a simulator.
    let container: FileWatcher?
}

/// Where a console finds the toggles and their values.
///
/// It doesn't depend on how the command line was parsed.
struct ConsoleSources {
    /// The manifests.
    var selection = ManifestSelection(usage: .forValues)
    /// Finds the place of the local defaults file.
    var place: (ApplicationModules) throws -> LocalDefaultsPlace = { LocalDefaultsPlace(defaults: nil, for: $0) }
    /// The remote document: a file, or a URL.
    var remote: String?
    /// The attributes that the user gives.
    var context: EvaluationContext?
    /// The running app whose values to show.
    var apps = AppChoice()
    /// The options for publishing to a target; `nil` if the user names no document.
    var publishing: PublishingOptions?

    /// Creates the backend of a console that follows the manifests, the local defaults file, the running app, and the
    /// remote document.
    ///
    /// Changes of a remote document in a file are followed. A document from a network is fetched in the background, and
    /// again when the user reloads everything; without a screen, it's fetched before this function returns. If an app is
    /// running, the console evaluates other contexts with the app's document and attributes. Otherwise, it uses the
    /// document that the user can change, if its path is given.
    ///
    /// - Parameters:
    ///   - environment: The name of the environment, or `nil` for the application's name.
    ///   - document: The remote document whose flags the user can change; `nil` for the one that a manifest names.
    ///   - hasScreen: Whether the console has a screen, whose first content doesn't wait for remote documents. Otherwise,
    ///     the first line can depend on them.
    /// - Returns: The backend, and its followers.
    /// - Throws: ``ToolError`` if a manifest can't be read or has errors, no source supports the remote address, or the
    ///   given app isn't running; without a screen, also if the remote document can't be read.
    func makeConsole(
        environment: String? = nil,
        document: String? = nil,
        hasScreen: Bool = true
    ) throws -> FollowingConsole {
        let publisher = try document.flatMap { try self.publisher(to: $0) }
        if !hasScreen, let document, publisher == nil, !FileReading.exists(document) {
            throw ToolError.usage("There is no file ‘\(document)’; pass the path of a remote document to --document.")
        }
        let modules = try selection.loadModules()
        if !hasScreen { modules.printProblems() }
        let place = try modules.app?.place ?? self.place(modules)
        let defaults = place.path
        let evaluatesOtherwise = remote != nil || self.context != nil
        let hasOwnContext = self.context != nil
        let context = context ?? EvaluationContext()
        let source = try remoteSource(context, isAwaited: !hasScreen)
        let makeClient = { @Sendable (modules: ApplicationModules, app: AppInputs?) -> ToggleClient in
            let remote: (any RemoteSource)? =
                if let source { source } else if let app { app.source } else {
                    publisher?.target.source ?? document.map { FileRemoteSource(path: $0) }
                }
            let client = ToggleClient(
                registries: modules.registries,
                overrides: OverrideSources(environment: place.environment, localDefaultsPath: place.path),
                remote: remote.map { .forTool($0) },
                context: hasOwnContext ? context : app?.context ?? context
            )
            if remote == nil, app?.hasRemote ?? true { client.omitRemote() }
            if remote is BackgroundRemoteSource {
                // The client's problems include the errors.
                Task { _ = try? await client.fetchAndActivate() }
            }
            return client
        }
        // Another context is evaluated with the app's document.
        let usesDocument = remote == nil && hasOwnContext && !apps.computes
        let documentApps = usesDocument ? RunningApps(for: modules, in: place) : nil
        let documentInputs = documentApps?.newest.map { AppInputs($0.state) }
        // Another thread makes the client while this one reads what the app resolved.
        let first =
            hasScreen
            ? ConcurrentWork {
                let client = makeClient(modules, documentInputs)
                let catalog = SystemTime.today.map { today in
                    Catalog(client.definitions, modules: modules.shownNames, today: today)
                }
                return (client: client, catalog: catalog)
            } : nil
        let running = try apps.running(for: modules, in: place, evaluatesOtherwise: evaluatesOtherwise)
        let app = try running.flatMap { try apps.select(among: $0, for: modules, in: place, printsNotes: !hasScreen) }
        if !hasScreen, modules.app == nil {
            for problem in documentApps?.problems ?? [] { ToolOutput.warn("\(problem)") }
        }
        let inputs = app.map { AppInputs($0.state) } ?? documentInputs
        let current = Mutex((modules: modules, app: inputs))
        let names = modules.namesByToggle()
        let (client, catalog) = first?.value ?? (makeClient(modules, inputs), nil)
        if let inputs, !hasOwnContext, inputs.context != client.context { client.context = inputs.context }
        let backend = ConsoleBackend(
            client,
            environment: environment ?? place.deviceName ?? modules.application,
            modules: names,
            catalog: catalog,
            documents: ConsoleDocument.read,
            operations: FlagOperations(
                warning: { path in current.withLock(\.app)?.warning(forChangesOf: path) },
                publisher: publisher
            ) {
                OperatedDocument(modules: current.withLock(\.modules), document: document)
            },
            mirror: place.phone,
            waitsForScreen: hasScreen
        )
        place.phone?.follow { [weak backend] in backend?.notifyOfMirror($0) }
        let container = place.watchContainer { [weak backend] in backend?.notify($0) }
        if hasScreen {
            if let problem = modules.manifestProblem { backend.setManifestProblem(problem) }
            for notice in (modules.app.map { [$0.note] } ?? []) + modules.otherProblems { backend.notify(notice) }
        }
        let paths = modules.paths + modules.invalid.map(\.path)
        let manifests = ManifestFollower(paths, content: modules.digests, backend: backend) { [selection] in
            let old = current.withLock { $0 }
            // The toggles of an app change only with its process, which is followed anyway.
            if old.modules.app != nil {
                return ManifestFollower.Reading(paths: [], client: makeClient(old.modules, old.app))
            }
            var selection = selection
            // Without its manifests, the console keeps its toggles, whichever apps are running.
            selection.runningApps = nil
            // The toggles of a manifest that gets errors stay, too.
            selection.usage = .withoutErrors
            let modules = try selection.modules()
            let shown = Set(current.withLock(\.modules).paths)
            // The toggles of a manifest that has errors now stay in the console.
            if let broken = modules.invalid.first(where: { shown.contains($0.path) }) { _ = try broken.declarations() }
            let app = current.withLock { current in
                current.modules = modules
                return current.app
            }
            return ManifestFollower.Reading(
                paths: modules.paths + modules.invalid.map(\.path),
                client: makeClient(modules, app),
                modules: modules.namesByToggle()
            )
        }
        let makeCurrentClient = { @Sendable () -> (client: ToggleClient, modules: [UInt64: String]) in
            let (modules, app) = current.withLock { $0 }
            return (makeClient(modules, app), modules.namesByToggle())
        }
        if hasScreen, app != nil {
            // The first screen shows what the app resolved, so it doesn't need to know the app's document.
            backend.afterFirstScreen { [weak manifests] in manifests?.replaceClient(makeCurrentClient) }
        }
        guard let defaults, let followed = running ?? documentApps else {
            return FollowingConsole(
                backend: backend,
                manifests: manifests,
                apps: nil,
                place: place,
                container: container
            )
        }
        let follower = AppFollower(
            besideDefaults: defaults,
            backend: backend,
            states: (followed.states, followed.problems),
            showsValues: running != nil
        ) { [apps] states in
            let modules = current.withLock(\.modules)
            return apps.app(among: RunningApps(states, for: modules, in: place))
                .map { ($0.state, $0.forConsole) }
        } onChange: { state, completion in
            // Only the app's document and context matter to what the console computes itself. The client is replaced
            // where the manifests are read, so that the two don't replace each other's.
            let inputs = state.map { AppInputs($0) }
            let declared = state.flatMap { state in
                let declaring = current.withLock(\.modules).app
                return declaring == nil || declaring?.statePath == state.path
                    ? nil : ApplicationModules(state, in: place)
            }
            for problem in declared?.otherProblems ?? [] { backend.notify(problem) }
            let hasChanged = current.withLock { current in
                defer { current.app = inputs }
                if let declared { current.modules = declared }
                return current.app != inputs || declared != nil
            }
            if hasChanged { manifests.replaceClient(makeCurrentClient, completion: completion) } else { completion() }
        }
        return FollowingConsole(
            backend: backend,
            manifests: manifests,
            apps: follower,
            place: place,
            container: container
        )
    }

    /// Returns the publisher for a target; `nil` for a file that people edit.
    ///
    /// - Throws: ``ToolError`` if an option is missing, or nothing can be published there.
    private func publisher(to document: String) throws -> Publisher? {
        guard let publishing, try PublishingTarget.isTarget(document, in: selection) else { return nil }
        return try Publisher(
            to: PublishingTarget(document, in: selection),
            publishing,
            check: DocumentCheck(timestamp: ToolFiles.secondsSince1970),
            isDryRun: false,
            isConfirmed: true,
            isQuiet: true
        )
    }

    /// Creates the source of the remote document that the user gives.
    ///
    /// - Parameters:
    ///   - context: The context for an OFREP server.
    ///   - isAwaited: Whether to read the document now; otherwise, a slow source is queried in the background.
    /// - Returns: The source; `nil` if the user gives no document.
    /// - Throws: ``ToolError`` if no source supports the address, or an awaited document can't be read.
    private func remoteSource(_ context: EvaluationContext, isAwaited: Bool) throws -> (any RemoteSource)? {
        guard let remote else { return nil }
        let source = try RemoteSources.source(for: remote, context: context)
        if isAwaited {
            let document = try FixedRemoteSource(source)
            return source.isLocal ? source : document
        }
        return source.isLocal ? source : BackgroundRemoteSource(source: source)
    }
}
