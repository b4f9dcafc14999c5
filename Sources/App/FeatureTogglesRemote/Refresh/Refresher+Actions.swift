import FeatureToggles
import ToggleBase

extension Refresher {
    func perform(_ action: RefreshMachine.Action) {
        switch action {
        case .fetch(let number, let isUnconditional, let signalID): fetch(number, isUnconditional, signalID)
        case .cancelFetch(let number): tasks.withLock { $0.fetches.removeValue(forKey: number) }?.cancel()
        case .answer(let ticket, let error): answer(ticket, error)
        case .activate: activateArrival()
        case .keepWaiting: keepArrival()
        case .confirm: confirmDocument()
        case .listen(let connection, let id): listen(connection, after: id)
        case .stopListening: tasks.withLock { $0.listener.take() }?.cancel()
        case .set(let timer, let deadline): set(timer, at: deadline)
        case .cancel(let timer): tasks.withLock { $0.timers.removeValue(forKey: timer) }?.cancel()
        case .publish(let state):
            publish(state)
        case .report(let fetch, let stream): report(fetch: fetch, stream: stream)
        case .keep(let keeping): keep(keeping)
        case .markHealthy:
            keeper?.markHealthy()
            storeSoon()
        }
    }

    private func fetch(_ number: Int, _ isUnconditional: Bool, _ signalID: String?) {
        let revision = arrivals.withLock { $0.begin(number) }
        let request = RemoteRequest(
            revision: isUnconditional ? nil : revision,
            context: facts.context,
            parameters: toggles.compactMap(\.remoteParameter),
            signalID: signalID
        )
        let source = source
        let distribution = source.dependsOnContext ? environment.distribution : nil
        start {
            Task { [weak self] in
                let outcome: RefreshMachine.Outcome
                do throws(RemoteSourceError) {
                    var request = request
                    if let distribution {
                        request.context = await distribution.completedAfterDetection(request.context)
                        // The context may have changed during the detection.
                        if Task.isCancelled { throw Self.cancellation(of: source) }
                    }
                    let document = try await source.fetch(request)
                    outcome = try self?.arrive(number, document) ?? .unchanged
                } catch {
                    outcome = .failed(error)
                }
                self?.tasks.withLock { _ = $0.fetches.removeValue(forKey: number) }
                self?.send(.fetched(number, outcome))
            }
        } keep: {
            $0.fetches[number] = $1
        }
    }

    /// Processes a fetched document without parsing it.
    private func arrive(
        _ number: Int,
        _ document: RemoteDocument?
    ) throws(RemoteSourceError) -> RefreshMachine.Outcome {
        guard let document else {
            arrivals.withLock { $0.endUnchanged(number) }
            return .unchanged
        }
        if Task.isCancelled { throw Self.cancellation(of: source) }
        let arrival = try verified(document)
        switch arrivals.withLock({ $0.end(number, bringing: arrival) }) {
        case .newest: return .document
        case .known: return .unchanged
        case .replay:
            throw RemoteSourceError(
                .untrusted,
                "‘\(source.name)’ returned an older revision than one received in the meantime; the newer one stays"
            )
        }
    }

    private static func cancellation(of source: any RemoteSource) -> RemoteSourceError {
        RemoteSourceError(.cancelled, "the fetch from ‘\(source.name)’ was canceled")
    }

    private func listen(_ connection: Int, after id: String?) {
        let source = source
        start {
            Task { [weak self] in
                var isClosed = false
                for await signal in source.signals(after: id) {
                    if case .closed = signal { isClosed = true }
                    self?.send(.received(connection: connection, signal))
                    if isClosed { break }
                }
                if !isClosed { self?.send(.received(connection: connection, .closed(nil))) }
            }
        } keep: { tasks, task in
            tasks.listener?.cancel()
            tasks.listener = task
        }
    }

    private func set(_ timer: RefreshMachine.Timer, at deadline: Duration) {
        let sleep = environment.sleep
        start {
            Task { [weak self] in
                await sleep(deadline)
                // A timer that was set again has its own task, and this one is canceled.
                let isDue = self?.tasks.withLock { tasks in
                    guard !Task.isCancelled else { return false }
                    tasks.timers[timer] = nil
                    return true
                }
                if isDue == true { self?.send(.due(timer)) }
            }
        } keep: { tasks, task in
            tasks.timers.updateValue(task, forKey: timer)?.cancel()
        }
    }

    /// Starts a task and keeps it to cancel it with the client; cancels it at once if the client is gone.
    ///
    /// The task starts while the lock is held, so that a task that ends at once is removed after it was added.
    private func start(_ begin: () -> Task<Void, Never>, keep: (inout Tasks, Task<Void, Never>) -> Void) {
        let rest: Task<Void, Never>? = tasks.withLock { tasks in
            let task = begin()
            if tasks.isStopped { return task }
            keep(&tasks, task)
            return nil
        }
        rest?.cancel()
    }

    private func report(fetch: String?, stream: String?) {
        func problem(_ message: String?) -> ToggleProblem? { message.map { remoteProblem($0) } }
        publish { facts in
            facts[problemOf: .fetch] = problem(fetch)
            facts[problemOf: .stream] = problem(stream)
        }
    }

    private func keep(_ keeping: RefreshMachine.Keeping) {
        keeper?.keep(keeping)
        storeSoon()
    }

    /// Stores pending changes in the background.
    func storeSoon() {
        guard let keeper, keeper.beginStoring() else { return }
        environment.background { [weak self] in
            keeper.storeAll()
            self?.noteCacheProblem()
        }
    }

    /// Stores pending changes and returns when they are durable, without blocking a task's thread.
    func storeInBackground() async {
        guard keeper != nil else { return }
        await withCheckedContinuation { continuation in
            environment.background { [self] in
                storeNow()
                continuation.resume()
            }
        }
    }

    /// Stores pending changes and returns when they are durable.
    func storeNow() {
        guard let keeper else { return }
        keeper.store()
        noteCacheProblem()
    }
}
