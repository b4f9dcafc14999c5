import FeatureToggles
import ToggleBase

/// Opens, fetches, verifies, caches, and activates the documents of a remote source, by carrying out the actions of a
/// ``RefreshMachine``.
///
/// It doesn't refer to the client, except through the closure that receives its ``facts``. A task handles events one
/// after the other, until the client stops the refresher.
final class Refresher: RemoteFollower {
    /// An event in the queue.
    enum Event: Sendable {
        case machine(RefreshMachine.Event)
        /// The ambient context changed, with the counts right after the change.
        case context(Exchanges)
    }

    /// Everything that changes while the client exists.
    ///
    /// Not copyable, because the functions that copy all of it would take kilobytes of code.
    struct State: ~Copyable, Sendable {
        var machine: RefreshMachine
        /// What the client reads.
        var facts: RemoteFacts { didSet { facts.version += 1 } }
        /// Receives the facts after each change; `nil` until the client has read the first ones.
        var publish: (@Sendable (RemoteFacts) -> Void)?
        /// The state that was announced last to the observers of the source's state.
        var announced: RemoteState
        /// The observers of the source's state.
        var observers: [Int: AsyncStream<RemoteState>.Continuation] = [:]
        /// The documents that were fetched and are not active yet.
        var documents = ReceivedDocuments()
        var exchanges = Exchanges()
        /// What identifies the source, which depends on its credentials.
        var identity: String
        /// Whether the source has an available document, which is not cached.
        var hasAvailableDocument = false
        /// The source's available document, or the error of reading it, if it or the bundled document is too large to
        /// read while the client is created.
        var postponed: Result<RemoteDocument, RemoteSourceError>?
        /// The start of the machine, or `nil` if it is not known yet.
        var start: RefreshMachine.Start?
        var tasks: [Work: RunningTask] = [:]
        /// The callers that wait for their fetch, by ticket.
        var callers: [Int: CheckedContinuation<RemoteSourceError?, Never>] = [:]
        /// The observations of the app's life cycle.
        var lifecycle: [ChangeObservation] = []
        var isStopped = false
        /// The last number that was given to a task, a caller, or an observer.
        private var lastNumber = 0

        init(machine: RefreshMachine, identity: String, facts: RemoteFacts, announced: RemoteState) {
            self.machine = machine
            self.identity = identity
            self.facts = facts
            self.announced = announced
        }

        /// Returns a new number for a task, a caller, or an observer.
        mutating func number() -> Int {
            lastNumber += 1
            return lastNumber
        }
    }

    let configuration: RemoteConfiguration
    let environment: RefreshEnvironment
    /// The settings for experiments.
    let experiments: Experiments
    /// The keeper of the cache; `nil` without a cache.
    let keeper: DocumentKeeper?
    /// The keeper of the installation's identifier; `nil` without one.
    let installation: InstallationKeeper?
    /// The declared toggles, of which some may be declared twice.
    let toggles: [ToggleDefinition]
    /// Held for short steps only: never while waiting, parsing, or calling the source, the verifier, or the client.
    ///
    /// Its holder may call the two keepers, whose state has locks of its own.
    let state: Mutex<State>
    /// Held while a fetched document is checked, parsed, and activated, or a cached one is read, so that an older one
    /// never replaces a newer one, and the counted run is that with the active document.
    ///
    /// Its holder waits for the disk and for other processes, so it is separate from ``state``, and a change of the
    /// context doesn't take it. Code that needs both locks takes this one first.
    let admission = Mutex(())
    private let events: AsyncStream<Event>
    private let sender: AsyncStream<Event>.Continuation

    var source: any RemoteSource { configuration.source }

    init(
        _ configuration: RemoteConfiguration,
        registries: [ToggleRegistry],
        context: EvaluationContext,
        experiments: Experiments,
        environment: RefreshEnvironment
    ) {
        self.configuration = configuration
        self.experiments = experiments
        self.environment = environment
        toggles = registries.count == 1 ? registries[0].toggles : registries.flatMap(\.toggles)
        let source = configuration.source
        installation = configuration.installationID
            .path(for: registries, cache: configuration.cache, environment: environment.variables)
            .map { InstallationKeeper(path: $0, fileSystem: environment.fileSystem) }
        let context = installation?.completed(context) ?? context
        let healthyAfter: Duration? = if case .after(let time) = configuration.health { time } else { nil }
        let identity = source.identity
        let folder = configuration.cache.folder(for: registries, environment: environment.variables)
        keeper = folder.map {
            DocumentKeeper(
                folder: $0,
                source: source.name,
                identity: identity,
                context: source.dependsOnContext ? context : nil,
                countsRuns: configuration.health != .notCounted,
                environment: environment
            )
        }
        let setup = RefreshMachine.Setup(
            policy: configuration.refresh,
            activation: configuration.activation,
            healthyAfter: folder == nil ? nil : healthyAfter,
            source: source.name,
            announcesChanges: source.announcesChanges,
            dependsOnContext: source.dependsOnContext,
            isLocal: source.isLocal
        )
        let notReady = RemoteState(
            status: .notReady,
            since: environment.now().wall,
            why: "nothing was received from ‘\(source.name)’ yet; the defaults are active",
            source: source.name
        )
        var facts = RemoteFacts(context: context)
        facts.name = source.name
        facts.state = notReady
        let machine = RefreshMachine(setup)
        state = Mutex(State(machine: machine, identity: identity, facts: facts, announced: notReady))
        (events, sender) = AsyncStream.makeStream()
        let opening = openRemote()
        update { state in
            if !opening.isPostponed { state.start = opening.start }
            state.begin(with: opening)
        }
        if let document = opening.document, document.decoded.areDecodedInAdvance { decodeSoon(document) }
    }

    var facts: RemoteFacts { state.withLock { $0.facts } }

    /// Changes the state, and hands the facts to the client if they have changed.
    ///
    /// The client receives them after the lock is free, so they may arrive out of order, which their version shows. Not
    /// inlined, because it's called often and copies facts, which takes much code.
    @inline(never)
    @discardableResult
    func update<Result: Sendable>(_ change: (inout State) -> Result) -> Result {
        let (result, facts, publish, isClockRight) = state.withLock { state in
            let version = state.facts.version
            let result = change(&state)
            let hasNewFacts = state.facts.version != version
            return (result, hasNewFacts ? state.facts : nil, state.publish, state.hasClock == state.needsClock)
        }
        if let facts { publish?(facts) }
        if !isClockRight { followClock() }
        return result
    }

    func start(publishing publish: @escaping @Sendable (RemoteFacts) -> Void) {
        let (start, facts) = state.withLock { state in
            state.publish = publish
            return (state.start, state.facts)
        }
        // First, so that no notification is missed; the events wait until the client has started.
        followLifecycle()
        // They may have changed since the client read them.
        publish(facts)
        storeInstallationSoon()
        if let start { begin(with: start) }
        let events = events
        Task { [self] in
            if start == nil { begin(with: await openPostponed()) }
            for await event in events {
                switch event {
                case .machine(let event): take(event)
                case .context(let change): await open(after: change)
                }
            }
        }
    }

    private func begin(with start: RefreshMachine.Start) {
        var start = start
        start.isInBackground = keeper?.isAway ?? false
        take(.started(start))
    }

    private func followLifecycle() {
        guard configuration.followsAppLifecycle, let lifecycle = environment.lifecycle else { return }
        let observations = lifecycle.follow { [weak self] change in
            switch change {
            case .entersForeground: self?.enterForeground()
            case .isActive: self?.noteActive()
            case .enteredBackground: self?.enterBackground()
            case .ends: self?.keeper?.enterBackground()
            }
        }
        state.withLock { $0.lifecycle = observations }
    }

    func enterForeground() {
        keeper?.enterForeground()
        send(.enteredForeground)
    }

    /// Ends the launch of an app that seemed to be in the background.
    private func noteActive() {
        if keeper?.enterForeground() == true { send(.enteredForeground) }
    }

    func enterBackground() {
        // At once, because the app may be suspended before the event is handled.
        keeper?.enterBackground()
        send(.enteredBackground)
    }

    func stop() {
        sender.finish()
        // What is removed here is released after the lock is free.
        let (tasks, observers, lifecycle) = state.withLock { state in
            state.isStopped = true
            defer { (state.tasks, state.observers, state.lifecycle) = ([:], [:], []) }
            return (state.tasks, state.observers, state.lifecycle)
        }
        withExtendedLifetime(lifecycle) {}
        for running in tasks.values { running.task.cancel() }
        for observer in observers.values { observer.finish() }
        keeper?.close()
        // The next client may start from the cache at once.
        keeper?.store()
    }

    /// Sends an event to the machine.
    func send(_ event: RefreshMachine.Event) {
        sender.yield(.machine(event))
    }

    /// Sends an event to the queue.
    func send(_ event: Event) {
        sender.yield(event)
    }

    func take(_ event: RefreshMachine.Event) {
        let (now, random) = (environment.now(), environment.random)
        let actions = state.withLock { $0.machine.handle(event, at: now, random: random) }
        for action in actions { perform(action) }
    }

    // MARK: Requests of the app

    /// Fetches, or returns because the last success is recent enough.
    ///
    /// - Returns: Whether there is a document to activate.
    @discardableResult
    func fetch(_ interval: Duration?) async throws(RemoteSourceError) -> Bool {
        let ticket = state.withLock { $0.number() }
        let error = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.withLock { $0.callers[ticket] = continuation }
                // If the task was already canceled, `onCancel` has run before the request, so cancel it here.
                send(.requested(ticket: ticket, interval: interval))
                if Task.isCancelled { send(.cancelled(ticket: ticket)) }
            }
        } onCancel: {
            send(.cancelled(ticket: ticket))
        }
        // A program that exits after this result has the fetched changes on disk.
        await storeInBackground()
        if let error { throw error }
        return state.withLock { $0.documents.waiting != nil }
    }

    /// Fetches and activates, even if nothing waits: another task may be activating the fetched document.
    ///
    /// After a failed fetch, this activates what the source has at hand, and then throws the error.
    ///
    /// - Returns: Whether a document was activated since the call, for which several callers may have waited.
    func fetchAndActivate(_ interval: Duration?) async throws -> Bool {
        let before = state.withLock { $0.exchanges }
        let fetching: Result<Bool, RemoteSourceError>
        do throws(RemoteSourceError) {
            fetching = .success(try await fetch(interval))
        } catch {
            fetching = .failure(error)
        }
        if try activate() { await storeInBackground() }
        _ = try fetching.get()
        return state.withLock { $0.exchanges.documents != before.documents }
    }

    /// Activates the waiting document, if there is one, and returns when it is on disk.
    func activateAndStore() throws(RemoteDocumentError) -> Bool {
        let isActivated = try activate()
        if isActivated { storeNow() }
        return isActivated
    }

    /// Marks the document as out of date, on disk before the method returns.
    func markStale() {
        keeper?.markStale()
        noteCacheProblem()
        send(.markedStale)
    }
}
