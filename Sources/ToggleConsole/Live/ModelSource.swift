#if !RELEASE || InternalBuild
import Dispatch
import FeatureToggles
import StoreMigration
import FeatureTogglesRemote

/// Makes a ``ConsoleModel`` of what a client knows, and another one after every change of it.
///
/// Nothing is polled. Changes that come faster than they are taken are one.
final class ModelSource: Sendable {
    private struct State {
        var client: ToggleClient
        var environment: String?
        /// Hears of the client's changes.
        var following: ChangeObservation?
        /// Whether a refresh is to come that will show every change so far.
        var isRefreshing = false
        /// What the app says that its migrations have shown.
        var migrations: [String: MigrationSummary] = [:]
        /// The version of the client's knowledge that the newest model shows.
        var version: Int?
        var revision = 0
        var isStopped = false
    }

    private let state: Mutex<State>
    /// Held while a model is made and handed over, so that an older one never comes behind a newer one.
    private let handing = Mutex<Void>(())
    /// Models are made on it, not on the threads that change something.
    ///
    /// One of its own, and no task: the system's shared threads wake up once a second for as long as the process lives.
    private let queue = DispatchQueue(label: "feature-toggles.console-model")
    private let today: @Sendable () -> CalendarDate?
    private let send: @Sendable (ConsoleModel) -> Void

    /// Creates a source; ``start()`` begins to follow.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - environment: What the header calls the environment; `nil` for the name of the client's application.
    ///   - today: Answers the day that it is.
    ///   - send: Takes each model behind the first one, on any thread, one at a time.
    init(
        _ client: ToggleClient,
        environment: String? = nil,
        today: @escaping @Sendable () -> CalendarDate? = { SystemTime.today },
        send: @escaping @Sendable (ConsoleModel) -> Void
    ) {
        state = Mutex(State(client: client, environment: environment))
        self.today = today
        self.send = send
    }

    /// The client that is shown.
    var client: ToggleClient { state.withLock(\.client) }

    /// Begins to follow, and makes the first model, which is not sent.
    func start() -> ConsoleModel {
        handing.withLock { _ in
            follow(client)
            _ = readMigrations()
            // Made behind the following, so that no change is lost.
            return makeModel(always: true) ?? placeholder
        }
    }

    /// Shows another client from now on, as when the declarations changed.
    func serve(_ client: ToggleClient) {
        handing.withLock { _ in
            state.withLock { state in
                state.client = client
                state.version = nil
            }
            follow(client)
        }
        refresh()
    }

    /// Sends a new model when the client knows something new.
    func refresh() {
        handing.withLock { _ in
            if let model = makeModel(always: false) { send(model) }
        }
    }

    /// Sends a new model when the app says something new of its migrations.
    func refreshMigrations() {
        handing.withLock { _ in
            if readMigrations(), let model = makeModel(always: true) { send(model) }
        }
    }

    /// Reads what the app says of its migrations.
    ///
    /// - Returns: Whether that is something new.
    private func readMigrations() -> Bool {
        let migrations = MigrationSummaryFile(beside: client)?.read() ?? [:]
        return state.withLock { state in
            defer { state.migrations = migrations }
            return state.migrations != migrations
        }
    }

    /// Sends nothing any more.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            state.following = nil
        }
    }

    private func follow(_ client: ToggleClient) {
        let following = client.observe { [weak self] in self?.refreshSoon() }
        state.withLock { $0.following = following }
    }

    private func refreshSoon() {
        let isFirst = state.withLock { state in
            defer { state.isRefreshing = true }
            return !state.isRefreshing
        }
        guard isFirst else { return }
        queue.async { [weak self] in
            guard let self else { return }
            // Changes from here on want another one.
            state.withLock { $0.isRefreshing = false }
            refresh()
        }
    }

    /// The model of what the client knows now, or `nil` when the newest model says so already.
    private func makeModel(always: Bool) -> ConsoleModel? {
        let (client, environment, migrations) = state.withLock { ($0.client, $0.environment, $0.migrations) }
        let inventory = client.inventory
        let revision: Int? = state.withLock { state in
            guard !state.isStopped, always || state.version != inventory.version else { return nil }
            state.version = inventory.version
            state.revision += 1
            return state.revision
        }
        guard let revision else { return nil }
        return ConsoleModel(
            revision: revision,
            toggles: inventory.definitions,
            overrides: inventory.localDefaults,
            processOverrides: inventory.processOverrides,
            defaultsPath: client.localDefaultsPath,
            environment: environment ?? inventory.application,
            remoteName: inventory.remoteName,
            remoteState: inventory.remoteState ?? client.remoteState,
            problems: inventory.problems,
            migrations: migrations,
            context: inventory.context,
            today: today() ?? .earliest
        ) { index, context in
            inventory.explanation(at: index, for: context) ?? Self.nothing
        }
    }

    /// What is shown by a source that was stopped before it was started.
    private var placeholder: ConsoleModel {
        ConsoleModel(revision: 0, toggles: [], context: EvaluationContext(), today: .earliest) { _, _ in
            Self.nothing
        }
    }

    /// What is answered for an index that the model does not have.
    private static let nothing = Explanation(
        key: "",
        definition: nil,
        evaluation: Evaluation(value: nil, reason: .error, source: .default),
        steps: []
    )
}
#endif
