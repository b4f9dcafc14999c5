import FeatureToggles
import ToggleBase

/// Opens, fetches, verifies, caches, and activates the documents of a remote source, by carrying out the actions of a
/// ``RefreshMachine``.
///
/// It doesn't refer to the client, except through the closure that receives its ``facts``. A task handles events one
/// after the other, until the client stops the refresher.
final class Refresher: RemoteFollower {
    struct Tasks: Sendable {
        var isStopped = false
        var events: Task<Void, Never>?
        var fetches: [Int: Task<Void, Never>] = [:]
        var timers: [RefreshMachine.Timer: Task<Void, Never>] = [:]
        var listener: Task<Void, Never>?
        /// The observations of the app's life cycle.
        var lifecycle: [ChangeObservation] = []
    }

    /// An event in the queue.
    enum Event: Sendable {
        case machine(RefreshMachine.Event)
        /// The ambient context changed, with the counts right after the change.
        case context(Exchanges)
    }

    private struct Published: Sendable {
        var facts: RemoteFacts
        /// Receives the facts after each change; `nil` until the client has read the first ones.
        var publish: (@Sendable (RemoteFacts) -> Void)?
        /// The start of the machine, or `nil` if it is not known yet.
        var start: RefreshMachine.Start?
    }

    let configuration: RemoteConfiguration
    let environment: RefreshEnvironment
    /// The keeper of the cache; `nil` without a cache.
    let keeper: DocumentKeeper?
    /// The keeper of the installation's identifier; `nil` without one.
    let installation: InstallationKeeper?
    let arrivals = Mutex(RemoteArrivals())
    let tasks = Mutex(Tasks())
    let states: RemoteStates
    /// The callers that wait for their fetch, by ticket.
    let callers = Mutex<[Int: CheckedContinuation<RemoteSourceError?, Never>]>([:])
    private let tickets = Mutex(0)
    private let availability = Mutex(false)
    /// The source's available document, or the error of reading it, if it or the bundled document is too large to read
    /// while the client is created.
    let postponed = Mutex<Result<RemoteDocument, RemoteSourceError>?>(nil)
    private let machine: Mutex<RefreshMachine>
    private let published: Mutex<Published>
    /// The declared toggles, of which some may be declared twice.
    let toggles: [ToggleDefinition]
    /// Held while a fetched document is checked, parsed, and activated, or a cached one is read, so that an older one
    /// never replaces a newer one, and the counted run is that with the active document.
    ///
    /// Its holder may wait for other processes, so a change of the context doesn't take it. Code that needs both locks
    /// takes this one first.
    let admission = Mutex(())
    /// Held for each exchange of the active document or the context, but never while waiting for a file or parsing.
    let activation = Mutex(Exchanges())
    /// The task that resolves time-dependent rules again as time passes.
    let clock = Mutex<Task<Void, Never>?>(nil)
    /// The settings for experiments.
    let experiments: Experiments
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
        let folder = configuration.cache.folder(for: registries, environment: environment.variables)
        keeper = folder.map {
            DocumentKeeper(
                folder: $0,
                source: source.name,
                identity: source.identity,
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
        machine = Mutex(RefreshMachine(setup))
        let state = RemoteState(
            status: .notReady,
            since: environment.now().wall,
            why: "nothing was received from ‘\(source.name)’ yet; the defaults are active",
            source: source.name
        )
        states = RemoteStates(state)
        var facts = RemoteFacts(context: context)
        facts.name = source.name
        facts.state = state
        published = Mutex(Published(facts: facts))
        (events, sender) = AsyncStream.makeStream()
        let opening = openRemote()
        if !opening.isPostponed { published.withLock { $0.start = opening.start } }
        publish { opening.change(&$0) }
        followClock(opening.document)
        if let document = opening.document, document.decoded.areDecodedInAdvance { decodeSoon(document) }
    }

    var facts: RemoteFacts { published.withLock(\.facts) }

    /// Changes the facts and hands them to the client.
    func publish(_ change: (inout RemoteFacts) -> Void) {
        let (facts, publish) = published.withLock { published in
            change(&published.facts)
            published.facts.version += 1
            return (published.facts, published.publish)
        }
        publish?(facts)
    }

    /// Changes the state, and notifies its observers after the client has it.
    func publish(_ state: RemoteState) {
        publish { $0.state = state }
        states.publish(state)
    }

    func start(publishing publish: @escaping @Sendable (RemoteFacts) -> Void) {
        let (start, facts) = published.withLock { published in
            published.publish = publish
            return (published.start, published.facts)
        }
        // First, so that no notification is missed; the events wait until the client has started.
        followLifecycle()
        // They may have changed since the client read them.
        publish(facts)
        storeInstallationSoon()
        if let start { take(.started(start)) }
        let events = events
        let task = Task { [self] in
            if start == nil { take(.started(await openPostponed())) }
            for await event in events {
                switch event {
                case .machine(let event): take(event)
                case .context(let change): await open(after: change)
                }
            }
        }
        tasks.withLock { $0.events = task }
    }

    private func followLifecycle() {
        guard configuration.followsAppLifecycle, let lifecycle = environment.lifecycle else { return }
        let observations = lifecycle.follow { [weak self] isInForeground in
            self?.send(isInForeground ? .enteredForeground : .enteredBackground)
        }
        tasks.withLock { $0.lifecycle = observations }
    }

    func stop() {
        sender.finish()
        let tasks = tasks.withLock { tasks in
            tasks.isStopped = true
            defer { (tasks.fetches, tasks.timers, tasks.listener, tasks.lifecycle) = ([:], [:], nil, []) }
            return tasks
        }
        tasks.fetches.values.forEach { $0.cancel() }
        tasks.timers.values.forEach { $0.cancel() }
        tasks.listener?.cancel()
        clock.withLock { $0 }?.cancel()
        states.finish()
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
        let actions = machine.withLock { $0.handle(event, at: now, random: random) }
        for action in actions { perform(action) }
    }

    // MARK: Requests of the app

    /// Fetches, or returns because the last success is recent enough.
    ///
    /// - Returns: Whether there is a document to activate.
    @discardableResult
    func fetch(_ interval: Duration?) async throws(RemoteSourceError) -> Bool {
        let ticket = tickets.withLock { tickets in
            tickets += 1
            return tickets
        }
        let error = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                callers.withLock { $0[ticket] = continuation }
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
        return arrivals.withLock { $0.waiting != nil }
    }

    /// Fetches and activates, even if nothing waits: another task may be activating the fetched document.
    func fetchAndActivate(_ interval: Duration?) async throws -> Bool {
        try await fetch(interval)
        let isActivated = try activate()
        if isActivated { await storeInBackground() }
        return isActivated
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

    func answer(_ ticket: Int, _ error: RemoteSourceError?) {
        callers.withLock { $0.removeValue(forKey: ticket) }?.resume(returning: error)
    }

    // MARK: Documents

    /// Whether the source has an available document, which is not cached.
    var hasAvailableDocument: Bool { availability.withLock { $0 } }

    func noteAvailableDocument() {
        availability.withLock { $0 = true }
    }
}
