import FeatureToggles

/// Follows a remote source for a client, by carrying out the actions of a ``RefreshMachine``.
///
/// A task handles events one after the other. It ends with the client, which the refresher does not keep alive.
final class Refresher: RemoteFollower {
    struct Tasks: Sendable {
        var isStopped = false
        var events: Task<Void, Never>?
        var fetches: [Int: Task<Void, Never>] = [:]
        var timers: [RefreshMachine.Timer: Task<Void, Never>] = [:]
        var listener: Task<Void, Never>?
    }

    /// An event in the queue.
    enum Event: Sendable {
        case machine(RefreshMachine.Event)
        /// The ambient context changed, with the counts right after the change.
        case context(Exchanges)
    }

    private struct Opened: Sendable {
        var client: RemoteClient
        /// The start of the machine, or `nil` if it is not known yet.
        var start: RefreshMachine.Start?
    }

    let configuration: RemoteConfiguration
    let environment: RefreshEnvironment
    /// The keeper of the cache; `nil` without a cache.
    let keeper: DocumentKeeper?
    let arrivals = Mutex(RemoteArrivals())
    let tasks = Mutex(Tasks())
    let states: RemoteStates
    /// The callers that wait for their fetch, by ticket.
    let callers = Mutex<[Int: CheckedContinuation<RemoteSourceError?, Never>]>([:])
    private let tickets = Mutex(0)
    private let atHand = Mutex(false)
    private let machine: Mutex<RefreshMachine>
    /// Set once, when the client opens the refresher.
    private let opened = Mutex<Opened?>(nil)
    /// Held while a fetched document is parsed and activated, so that an older one never replaces a newer one.
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
        let source = configuration.source
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
        states = RemoteStates(
            RemoteState(
                status: .notReady,
                since: environment.now().wall,
                why: "nothing was received from ‘\(source.name)’ yet; the defaults are in force",
                source: source.name
            )
        )
        (events, sender) = AsyncStream.makeStream()
    }

    /// The client, after it has opened the refresher.
    var client: RemoteClient? { opened.withLock { $0?.client } }

    var timestamp: Int64 { environment.now().wall }

    func open(for client: RemoteClient) -> RemoteFacts {
        let opening = openRemote()
        opened.withLock { $0 = Opened(client: client, start: opening.isPostponed ? nil : opening.start) }
        var facts = RemoteFacts()
        facts.name = source.name
        opening.change(&facts, of: self)
        followClock(opening.document)
        return facts
    }

    func begin() {
        guard let opened = opened.withLock({ $0 }) else { return }
        if let start = opened.start { take(.started(start)) }
        let events = events
        let task = Task { [self] in
            if opened.start == nil { take(.started(await openPostponed())) }
            for await event in events {
                switch event {
                case .machine(let event): take(event)
                case .context(let change): await open(after: change)
                }
            }
        }
        tasks.withLock { $0.events = task }
    }

    func stop() {
        sender.finish()
        let tasks = tasks.withLock { tasks in
            tasks.isStopped = true
            defer { (tasks.fetches, tasks.timers, tasks.listener) = ([:], [:], nil) }
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
    func fetch(_ interval: Duration?) async throws(RemoteSourceError) {
        let ticket = tickets.withLock { tickets in
            tickets += 1
            return tickets
        }
        let error = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                callers.withLock { $0[ticket] = continuation }
                // If the task was already cancelled, `onCancel` has run before the request, so cancel it here.
                send(.asked(ticket: ticket, interval: interval))
                if Task.isCancelled { send(.cancelled(ticket: ticket)) }
            }
        } onCancel: {
            send(.cancelled(ticket: ticket))
        }
        // A program that exits after this result has the fetched changes on disk.
        await storeInBackground()
        if let error { throw error }
    }

    func answer(_ ticket: Int, _ error: RemoteSourceError?) {
        callers.withLock { $0.removeValue(forKey: ticket) }?.resume(returning: error)
    }

    // MARK: Documents

    /// Returns the evaluator for the client's toggles while a document is active.
    func evaluator(of document: ActiveDocument) -> DocumentEvaluator {
        let environment = environment
        return DocumentEvaluator(document: document, experiments: experiments) { environment.now().wall }
    }

    /// Whether the source has an available document, which is not cached.
    var isAtHand: Bool { atHand.withLock { $0 } }

    func setAtHand() {
        atHand.withLock { $0 = true }
    }

    /// Extracts a document from its envelope, if there is a verifier.
    ///
    /// - Throws: An error if no trusted key signed the document, or if it is older than one accepted before.
    func verified(
        _ document: RemoteDocument,
        isKnown: Bool = false
    ) throws(RemoteSourceError) -> RemoteArrival {
        guard let verifier = configuration.verifier else { return RemoteArrival(document) }
        let highest = arrivals.withLock(\.highestRevision)
        // If the newest document makes the app crash, an older one comes from the cache.
        let verified = try verifier.verify(document, highestRevision: isKnown ? nil : highest)
        arrivals.withLock { $0.accept(verified.revision) }
        return RemoteArrival(document, verified)
    }
}
