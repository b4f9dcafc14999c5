#if OVERRIDES
package import ToggleBase
package import Dispatch
package import FeatureToggles

/// Creates a ``ToggleOverview`` from a client, and a new one whenever the client changes.
///
/// A menu can add to each overview what else it shows. The source doesn't poll. Changes in quick succession are combined.
package final class OverviewSource<Model: Sendable>: Sendable {
    private struct State {
        var client: ToggleClient
        /// The names of the toggles' modules by identifier; empty for a single module.
        var modules: [UInt64: String]
        /// The observation of the client's changes.
        var observation: ChangeObservation?
        /// Whether a refresh is scheduled that will include all changes so far.
        var isRefreshing = false
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
    package let queue = DispatchQueue(label: "feature-toggles.overview")
    private let environment: String?
    private let shownPath: String?
    private let today: @Sendable () -> CalendarDate?
    private let make: @Sendable (ToggleOverview, ToggleClient, ToggleInventory) -> Model
    private let send: @Sendable (Model) -> Void

    /// Creates a source, which observes the client after ``start()``.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - environment: The display name of the environment; `nil` for the name of the client's application.
    ///   - modules: The names of the toggles' modules by identifier; empty for a single module.
    ///   - shownPath: The name of the local defaults file, if it isn't its path.
    ///   - today: Returns the current day.
    ///   - make: Creates a model from an overview of the client's data, one at a time.
    ///   - send: Receives each model after the first one, on any thread, one at a time.
    package init(
        _ client: ToggleClient,
        environment: String? = nil,
        modules: [UInt64: String] = [:],
        shownPath: String? = nil,
        today: @escaping @Sendable () -> CalendarDate? = { SystemTime.today },
        make: @escaping @Sendable (ToggleOverview, ToggleClient, ToggleInventory) -> Model,
        send: @escaping @Sendable (Model) -> Void
    ) {
        state = Mutex(State(client: client, modules: modules))
        self.environment = environment
        self.shownPath = shownPath
        self.today = today
        self.make = make
        self.send = send
    }

    /// The current client.
    package var client: ToggleClient { state.withLock(\.client) }

    /// Starts observing the client, and returns the first model without sending it.
    package func start() -> Model {
        delivery.withLock { _ in
            observe(client)
            // Created after the observation began, so that no change is lost.
            return makeModel(always: true) ?? placeholder
        }
    }

    /// Switches to another client, for example after the declarations changed.
    package func replaceClient(with client: ToggleClient, modules: [UInt64: String]) {
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

    /// Sends a new model if the client has changed.
    package func refresh() {
        delivery.withLock { _ in
            if let model = makeModel(always: false) { send(model) }
        }
    }

    /// Sends a new model if something else in it has changed.
    ///
    /// - Parameter hasChanged: Returns whether it has changed, while no model is created.
    package func refresh(if hasChanged: () -> Bool) {
        delivery.withLock { _ in
            if hasChanged(), let model = makeModel(always: true) { send(model) }
        }
    }

    /// Stops sending models.
    package func stop() {
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
    /// - Parameter always: Whether to create a model even if nothing changed.
    /// - Returns: The model.
    private func makeModel(always: Bool) -> Model? {
        let (client, modules) = state.withLock { ($0.client, $0.modules) }
        let inventory = client.inventory
        let revision: Int? = state.withLock { state in
            guard !state.isStopped, always || state.version != inventory.version else { return nil }
            state.version = inventory.version
            state.revision += 1
            return state.revision
        }
        guard let revision else { return nil }
        var overview = ToggleOverview(
            revision: revision,
            toggles: inventory.definitions,
            context: inventory.context,
            today: today() ?? .earliest
        ) { index, context in
            inventory.explanation(at: index, for: context) ?? Explanation.nothing
        }
        overview.modules = modules
        overview.overrides = inventory.localDefaults
        overview.processOverrides = inventory.processOverrides
        overview.defaultsPath = client.localDefaultsPath.map { shownPath ?? $0 }
        overview.environment = environment ?? inventory.application
        overview.remoteName = inventory.remoteName
        overview.remoteState = inventory.remoteState
        overview.problems = inventory.problems
        return make(overview, client, inventory)
    }

    /// The model of a source that was stopped before it was started.
    private var placeholder: Model {
        let overview = ToggleOverview(revision: 0, toggles: [], context: EvaluationContext(), today: .earliest) {
            _,
            _ in
            Explanation.nothing
        }
        let client = client
        return make(overview, client, client.inventory)
    }
}

extension Explanation {
    /// The explanation for an index that is not in an overview.
    package static var nothing: Explanation {
        Explanation(
            key: "",
            definition: nil,
            evaluation: Evaluation(value: nil, reason: .error, source: .default),
            steps: []
        )
    }
}
#endif
