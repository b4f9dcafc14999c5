#if OVERRIDES
import Dispatch
import FeatureToggles
import StoreMigration
import FeatureTogglesRemote

/// Creates a ``ConsoleModel`` from a client, and a new one whenever the client changes.
///
/// The source doesn't poll. Changes in quick succession are combined.
final class ModelSource: Sendable {
    private struct State {
        var client: ToggleClient
        var environment: String?
        /// The names of the toggles' modules by identifier; empty for a single module.
        var modules: [UInt64: String]
        var origin: ConsoleOrigin
        /// The observation of the client's changes.
        var observation: ChangeObservation?
        /// Whether a refresh is scheduled that will include all changes so far.
        var isRefreshing = false
        /// The app's migration summaries.
        var migrations: [String: MigrationSummary] = [:]
        var document = ShownDocument()
        /// The version of the client's inventory in the newest model.
        var version: Int?
        var revision = 0
        var isStopped = false
    }

    private let state: Mutex<State>
    /// A lock held while a model is created and sent, so that models are sent in order.
    private let delivery = Mutex<Void>(())
    /// The queue that creates models, instead of the threads that make changes.
    ///
    /// It is a dedicated queue rather than a task, because once used, the system's shared threads wake up once a second
    /// for the rest of the process's life.
    private let queue = DispatchQueue(label: "feature-toggles.console-model")
    private let documents: ConsoleDocument.Reader?
    /// The name of the local defaults file, if it isn't its path.
    private let shownPath: String?
    private let today: @Sendable () -> CalendarDate?
    private let send: @Sendable (ConsoleModel) -> Void

    /// Creates a source, which observes the client after ``start()``.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - environment: The display name of the environment; `nil` for the name of the client's application.
    ///   - modules: The names of the toggles' modules by identifier; empty for a single module.
    ///   - origin: Whose values to show.
    ///   - documents: Reads remote documents; `nil` to show none.
    ///   - shownPath: The name of the local defaults file, if it isn't its path.
    ///   - today: Returns the current day.
    ///   - send: Receives each model after the first one, on any thread, one at a time.
    init(
        _ client: ToggleClient,
        environment: String? = nil,
        modules: [UInt64: String] = [:],
        origin: ConsoleOrigin = .client,
        documents: ConsoleDocument.Reader? = nil,
        shownPath: String? = nil,
        today: @escaping @Sendable () -> CalendarDate? = { SystemTime.today },
        send: @escaping @Sendable (ConsoleModel) -> Void
    ) {
        state = Mutex(State(client: client, environment: environment, modules: modules, origin: origin))
        self.documents = documents
        self.shownPath = shownPath
        self.today = today
        self.send = send
    }

    /// The current client.
    var client: ToggleClient { state.withLock(\.client) }

    /// Starts observing the client, and returns the first model without sending it.
    ///
    /// - Parameter readsDocument: Whether the model contains the remote document. Otherwise, another model with it follows,
    ///   because the first screen doesn't wait for reading it.
    /// - Returns: The model.
    func start(readsDocument: Bool = false) -> ConsoleModel {
        delivery.withLock { _ in
            observe(client)
            _ = readMigrations()
            if documents != nil, !readsDocument { queue.async { [weak self] in self?.refreshDocument() } }
            // Created after the observation began, so that no change is lost.
            return makeModel(always: true, readsDocument: readsDocument) ?? placeholder
        }
    }

    /// Sends a new model with the remote document, if there is one.
    private func refreshDocument() {
        delivery.withLock { _ in
            guard client.inventory.remoteDocument != nil, let model = makeModel(always: true) else { return }
            send(model)
        }
    }

    /// Switches to another client, for example after the declarations changed.
    func replaceClient(with client: ToggleClient, modules: [UInt64: String]) {
        delivery.withLock { _ in
            state.withLock { state in
                state.client = client
                state.modules = modules
                state.version = nil
            }
            observe(client)
        }
        refresh()
    }

    /// Shows the values of an app, or of the client.
    func setOrigin(_ origin: ConsoleOrigin) {
        delivery.withLock { _ in
            state.withLock { $0.origin = origin }
            if let model = makeModel(always: true) { send(model) }
        }
    }

    /// Sends a new model if the client has changed.
    func refresh() {
        delivery.withLock { _ in
            if let model = makeModel(always: false) { send(model) }
        }
    }

    /// Sends a new model if the app's migration summaries have changed.
    func refreshMigrations() {
        delivery.withLock { _ in
            if readMigrations(), let model = makeModel(always: true) { send(model) }
        }
    }

    /// Reads the app's migration summaries.
    ///
    /// - Returns: Whether they have changed.
    private func readMigrations() -> Bool {
        let migrations = MigrationSummaryFile(beside: client)?.read() ?? [:]
        return state.withLock { state in
            defer { state.migrations = migrations }
            return state.migrations != migrations
        }
    }

    /// Stops sending models.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            state.observation = nil
        }
    }

    private func observe(_ client: ToggleClient) {
        let observation = client.observe { [weak self] in self?.refreshSoon() }
        state.withLock { $0.observation = observation }
    }

    private func refreshSoon() {
        let isFirst = state.withLock { state in
            defer { state.isRefreshing = true }
            return !state.isRefreshing
        }
        guard isFirst else { return }
        queue.async { [weak self] in
            guard let self else { return }
            // Changes from here on need another refresh.
            state.withLock { $0.isRefreshing = false }
            refresh()
        }
    }

    /// Returns a model of the client's current state, or `nil` if the newest model is up to date.
    ///
    /// - Parameters:
    ///   - always: Whether to create a model even if nothing changed.
    ///   - readsDocument: Whether to read the remote document if it changed.
    /// - Returns: The model.
    private func makeModel(always: Bool, readsDocument: Bool = true) -> ConsoleModel? {
        let (client, environment, modules, migrations, origin) = state.withLock {
            ($0.client, $0.environment, $0.modules, $0.migrations, $0.origin)
        }
        let inventory = client.inventory
        let revision: Int? = state.withLock { state in
            guard !state.isStopped, always || state.version != inventory.version else { return nil }
            state.version = inventory.version
            state.revision += 1
            return state.revision
        }
        guard let revision else { return nil }
        let document = document(of: inventory, reads: readsDocument)
        return ConsoleModel(
            revision: revision,
            toggles: inventory.definitions,
            modules: modules,
            overrides: inventory.localDefaults,
            processOverrides: inventory.processOverrides,
            defaultsPath: client.localDefaultsPath.map { shownPath ?? $0 },
            environment: environment ?? inventory.application,
            origin: origin,
            remoteName: inventory.remoteName,
            remoteState: origin.app.map(\.remoteState) ?? inventory.remoteState ?? client.remoteState,
            document: document.document,
            documentChanged: document.changed,
            problems: origin.app?.problems ?? inventory.problems,
            migrations: migrations,
            context: inventory.context,
            today: today() ?? .earliest
        ) { index, context in
            let computed = { inventory.explanation(at: index, for: context) }
            // An app is asked only for what it resolved in its own context.
            guard let app = origin.app, context == nil, inventory.definitions.indices.contains(index) else {
                return computed() ?? Self.nothing
            }
            return app.explanation(inventory.definitions[index]) { computed()?.value }
        }
    }

    /// Returns the document of an inventory, which is read if it changed.
    private func document(of inventory: ToggleInventory, reads: Bool) -> ShownDocument {
        guard reads, let documents else { return state.withLock(\.document) }
        // Models are created one at a time, and reading takes time, so not under the lock.
        var document = state.withLock(\.document)
        document.update(inventory.remoteDocument, documents, at: SystemTime.secondsSince1970)
        state.withLock { $0.document = document }
        return document
    }

    /// The model of a source that was stopped before it was started.
    private var placeholder: ConsoleModel {
        ConsoleModel(revision: 0, toggles: [], context: EvaluationContext(), today: .earliest) { _, _ in
            Self.nothing
        }
    }

    /// The explanation for an index that is not in the model.
    private static let nothing = Explanation(
        key: "",
        definition: nil,
        evaluation: Evaluation(value: nil, reason: .error, source: .default),
        steps: []
    )
}
#endif
