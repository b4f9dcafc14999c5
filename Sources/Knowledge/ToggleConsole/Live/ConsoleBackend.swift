#if OVERRIDES
import ToggleBase
import Dispatch
package import FeatureToggles
import StoreMigration
import FeatureTogglesRemote

/// The console's connection to the client that it shows and the files that it changes.
///
/// It creates models, performs effects, and reports results as events from its own threads. Effects run on a serial
/// queue, so the key loop never waits for a disk or a lock.
package final class ConsoleBackend: Sendable {
    /// The initial data of the console.
    struct Start: Sendable {
        var model: ConsoleModel
        var memory: ConsoleMemory
        /// Problems that occurred while reading this data.
        var notices: [String] = []
        /// The catalog of the model's declarations, if it was created already.
        var catalog: Catalog?
    }

    /// Receives events on any thread.
    typealias Send = @Sendable (ConsoleEvent) -> Void

    private struct State: Sendable {
        var send: Send?
        /// The notices that were reported before the console started.
        var early: [String] = []
        /// Whether there is a document to change, as last reported.
        var changesDocuments = true
        /// Why the current declarations are invalid.
        var manifestProblem: String?
        /// Reports when the app updates its migration summaries.
        var migrationWatcher: FileWatcher?
        var reload: (@Sendable (@escaping @Sendable () -> Void) -> Void)?
        /// The work to do after the first screen is shown; `nil` if there is nothing to wait for.
        var later: [@Sendable () -> Void]?
    }

    /// What the console shows.
    ///
    /// A setter changes it and reads `source` in one step, so that a source that is just being
    /// created gets the new values either from here or from the setter.
    private struct Inputs: Sendable {
        var client: ToggleClient
        /// The catalog of the first client's declarations, until the console starts.
        var catalog: Catalog?
        var modules: [UInt64: String]
        var origin = ConsoleOrigin.client
        var source: ModelSource?
    }

    private let state: Mutex<State>
    private let storage: OverrideStorage
    private let inputs: Mutex<Inputs>
    private let environment: String?
    private let documents: ConsoleDocument.Reader?
    /// Changes flags of a remote document, if there is one that the user edits.
    let operations: FlagOperations?

    /// Creates a backend for a client.
    ///
    /// - Parameters:
    ///   - client: The client to show.
    ///   - environment: The display name of the environment; `nil` for the name of the client's application.
    ///   - modules: The names of the toggles' modules by identifier; empty for a single module.
    ///   - catalog: The catalog of the client's declarations, if it was created already.
    ///   - documents: Reads remote documents, to show definitions; `nil` to show none.
    ///   - operations: Changes flags of a remote document; `nil` if no document can be changed.
    ///   - mirror: Exchanges changes with the original if the client's local defaults file is a copy.
    ///   - waitsForScreen: Whether there will be a screen, before which only the work that it needs is done.
    package init(
        _ client: ToggleClient,
        environment: String? = nil,
        modules: [UInt64: String] = [:],
        catalog: Catalog? = nil,
        documents: ConsoleDocument.Reader? = nil,
        operations: FlagOperations? = nil,
        mirror: (any OverrideMirror)? = nil,
        waitsForScreen: Bool = false
    ) {
        state = Mutex(State(later: waitsForScreen ? [] : nil))
        self.documents = documents
        self.operations = operations
        inputs = Mutex(Inputs(client: client, catalog: catalog, modules: modules))
        self.environment = environment
        storage = OverrideStorage(client.localDefaultsPath.map { ConsoleFiles(defaultsPath: $0, mirror: mirror) })
    }

    /// Switches to another client, for example after the declarations changed.
    ///
    /// The new client must use the same local defaults file.
    ///
    /// - Parameters:
    ///   - client: The client to show.
    ///   - modules: The names of the toggles' modules by identifier; empty for a single module.
    package func replaceClient(with client: ToggleClient, modules: [UInt64: String] = [:]) {
        let source = inputs.withLock { inputs in
            (inputs.client, inputs.modules, inputs.catalog) = (client, modules, nil)
            return inputs.source
        }
        source?.replaceClient(with: client, modules: modules)
    }

    /// Looks for the document to change after the manifests were read, because a manifest can name it.
    func manifestsWereRead() {
        storage.queue.async { [weak self] in self?.lookForDocument() }
    }

    /// Shows the values of a running app, or those that the console computes.
    package func setOrigin(_ origin: ConsoleOrigin) {
        let source = inputs.withLock { inputs in
            inputs.origin = origin
            return inputs.source
        }
        source?.setOrigin(origin)
    }

    /// Shows a notice.
    package func notify(_ sentence: String) {
        let send: Send? = state.withLock { state in
            if state.send == nil { state.early.append(sentence) }
            return state.send
        }
        send?(.report(.notice(sentence)))
    }

    /// Shows a notice about the original of the local defaults file, and whether it can be read.
    package func notifyOfMirror(_ sentence: String) {
        notify(sentence)
        inputs.withLock(\.source)?.refreshAlways()
    }

    /// Reports why the current declarations are invalid, or `nil` if they are valid.
    ///
    /// While they are invalid, the previous ones stay in use.
    package func setManifestProblem(_ problem: String?) {
        let send: Send? = state.withLock { state in
            state.manifestProblem = problem
            return state.send
        }
        send?(.manifest(problem: problem))
    }

    /// Runs work after the first screen is shown, or at once if it is shown already or there is no screen.
    ///
    /// - Parameter work: Schedules the work on another thread.
    package func afterFirstScreen(_ work: @escaping @Sendable () -> Void) {
        let isWaiting = state.withLock { state in
            state.later?.append(work)
            return state.later != nil
        }
        if !isWaiting { work() }
    }

    /// Runs the work that waits for the first screen, after the terminal has had the time to draw it.
    func firstScreenIsShown() {
        storage.queue.asyncAfter(deadline: .now() + .milliseconds(50)) { [weak self] in self?.beginLaterWork() }
    }

    /// Runs the work that waits for the first screen.
    func beginLaterWork() {
        let work = state.withLock { state in
            defer { state.later = nil }
            return state.later ?? []
        }
        work.forEach { $0() }
    }

    /// Sets a handler that runs when the user reloads, for example to read the declarations again.
    ///
    /// - Parameter action: Returns at once, and calls its argument when it has finished.
    package func onReload(_ action: @escaping @Sendable (_ completion: @escaping @Sendable () -> Void) -> Void) {
        state.withLock { $0.reload = action }
    }

    /// Starts the backend: reads the saved state, creates the first model, and sends all later ones.
    ///
    /// - Parameters:
    ///   - readsDocument: Whether the first model contains the remote document; otherwise, a later one does.
    ///   - send: Receives events.
    /// - Returns: The first model, and the saved state.
    func start(readsDocument: Bool = false, _ send: @escaping Send) -> Start {
        var catalog: Catalog?
        let source = inputs.withLock { inputs in
            catalog = inputs.catalog
            inputs.catalog = nil
            let source = ModelSource(
                inputs.client,
                environment: environment,
                modules: inputs.modules,
                origin: inputs.origin,
                documents: documents,
                mirror: storage.files?.mirror
            ) { send(.model($0)) }
            inputs.source = source
            return source
        }
        let (memory, problem) = storage.start(reloadingOverrides: { [weak self] in self?.readOverrides() }) {
            send(.report($0))
        }
        let (early, manifestProblem) = state.withLock { state in
            defer { state.early = [] }
            state.send = send
            return (state.early, state.manifestProblem)
        }
        if let manifestProblem { send(.manifest(problem: manifestProblem)) }
        afterFirstScreen { [weak self] in
            self?.storage.queue.async { [weak self] in
                self?.watchMigrations()
                self?.lookForDocument()
            }
        }
        return Start(
            model: source.start(readsDocument: readsDocument),
            memory: memory,
            notices: early + (problem.map { [$0] } ?? []),
            catalog: catalog
        )
    }

    /// Starts an effect on files or the client without waiting for it; an event reports the result.
    ///
    /// - Returns: Whether the effect was of this kind; all other effects are for the terminal.
    @discardableResult
    func perform(_ effect: ConsoleEffect) -> Bool {
        switch effect {
        case .request(.exportPreset(let preset, let path)):
            storage.perform(.exportPreset(preset, path: Self.expanded(path)))
        case .request(.importPreset(let path)): storage.perform(.importPreset(path: Self.expanded(path)))
        case .request(let request): storage.perform(request)
        case .reload: storage.queue.async { [self] in reload() }
        case .operate(let request): storage.queue.async { [self] in operate(request) }
        case .copy, .edit, .discard, .mouse, .redraw, .suspend, .quit: return false
        }
        return true
    }

    /// Waits for all requested effects, and stops sending events.
    func finish() {
        storage.finish()
        inputs.withLock(\.source)?.stop()
        state.withLock { state in
            state.send = nil
            state.migrationWatcher = nil
        }
    }

    // MARK: On the queue

    private func send(_ event: ConsoleEvent) {
        state.withLock(\.send)?(event)
    }

    /// Reads the local defaults file now instead of waiting for the file watcher.
    private func readOverrides() {
        inputs.withLock(\.client).reloadLocalDefaults()
        inputs.withLock(\.source)?.refresh()
    }

    /// Watches the app's migration summaries.
    private func watchMigrations() {
        guard let files = storage.files, state.withLock({ $0.send != nil }) else { return }
        let file = MigrationSummaryFile(besideDefaults: files.defaults)
        let watcher = try? FileWatcher(path: files.defaults, and: { file.path }) { [weak self] in
            self?.storage.queue.async { [weak self] in self?.inputs.withLock(\.source)?.refreshMigrations() }
        }
        state.withLock { $0.migrationWatcher = watcher }
        inputs.withLock(\.source)?.refreshMigrations()
    }

    private func reload() {
        let reload = state.withLock(\.reload) ?? { $0() }
        reload { [weak self] in
            // The client may be another one now.
            self?.storage.queue.async { [weak self] in self?.fetch() }
        }
        do throws(OverrideError) {
            try storage.files?.mirror?.refresh()
        } catch {
            notify(error.description)
        }
        readOverrides()
    }

    private func fetch() {
        let client = inputs.withLock(\.client)
        guard client.remoteState != nil else { return send(.reloaded) }
        Task { [weak self] in
            do {
                try await client.fetchAndActivate(minimumInterval: .zero)
            } catch {
                self?.notify("The remote document could not be fetched: \(error)")
            }
            self?.send(.reloaded)
        }
    }

    // MARK: Flags

    /// Reports whether there is a document to change, if that has changed.
    private func lookForDocument() {
        guard let operations, state.withLock({ $0.send != nil }) else { return }
        let isNamed = operations.isDocumentNamed()
        let send = state.withLock { state in
            defer { state.changesDocuments = isNamed }
            return state.changesDocuments == isNamed ? nil : state.send
        }
        send?(.changesDocuments(isNamed))
    }

    private func operate(_ request: FlagRequest) {
        func failure(_ error: ConsoleError) {
            if request.confirmed == nil {
                send(.previewed(request, .failure(error)))
            } else {
                send(.operated(request, failure: error.description))
            }
        }
        // The toggle may have been removed from the manifest since.
        let toggle = inputs.withLock(\.client).inventory.definitions.first { $0.key == request.key }
        guard let operations, let toggle else {
            return failure(ConsoleError("‘\(request.key)’ can no longer be changed."))
        }
        do throws(ConsoleError) {
            if let preview = request.confirmed {
                try operations.apply(toggle, request.command, preview)
                send(.operated(request, failure: nil))
            } else {
                send(.previewed(request, .success(try operations.preview(toggle, request.command))))
            }
        } catch {
            failure(error)
        }
    }

    /// Returns a path with `~` expanded to the home folder, as shells do.
    private static func expanded(_ path: String) -> String {
        guard path == "~" || path.hasPrefix("~/"), let home = SystemCalls.home else {
            return path
        }
        return home + path.dropFirst()
    }
}
#endif
