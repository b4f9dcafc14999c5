import FeatureToggles

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
            states.publish(state)
            client?.note { $0.state = state }
        case .report(let fetch, let stream): report(fetch: fetch, stream: stream)
        case .keep(let keeping): keep(keeping)
        case .markHealthy:
            keeper?.markHealthy()
            storeSoon()
        }
    }

    private func fetch(_ number: Int, _ isUnconditional: Bool, _ signalID: String?) {
        let revision = arrivals.withLock { $0.begin(number) }
        guard let client, let context = client.context() else { return }
        let request = RemoteRequest(
            revision: isUnconditional ? nil : revision,
            context: context,
            parameters: client.definitions.compactMap(\.remoteParameter),
            signalID: signalID
        )
        let source = source
        start {
            Task { [weak self] in
                let outcome: RefreshMachine.Outcome
                do throws(RemoteSourceError) {
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

    /// Looks at what a fetch brought; nothing of it is parsed yet.
    private func arrive(
        _ number: Int,
        _ document: RemoteDocument?
    ) throws(RemoteSourceError) -> RefreshMachine.Outcome {
        guard let document else {
            arrivals.withLock { $0.endUnchanged(number) }
            return .unchanged
        }
        if Task.isCancelled { throw RemoteSourceError(.cancelled, "asking ‘\(source.name)’ was given up") }
        let arrival = try verified(document)
        switch arrivals.withLock({ $0.end(number, bringing: arrival) }) {
        case .newest: return .document
        case .known: return .unchanged
        case .replay:
            throw RemoteSourceError(
                .untrusted,
                "‘\(source.name)’ brought an older revision than the one that came meanwhile; the newer one stays"
            )
        }
    }

    private func listen(_ connection: Int, after id: String?) {
        let source = source
        start {
            Task { [weak self] in
                var isClosed = false
                for await signal in source.signals(after: id) {
                    if case .closed = signal { isClosed = true }
                    self?.send(.heard(connection: connection, signal))
                    if isClosed { break }
                }
                if !isClosed { self?.send(.heard(connection: connection, .closed(nil))) }
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
                // One that was set anew since has a task of its own, and cancelled this one.
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

    /// Begins a task and keeps it to be cancelled with the client; at once when that is gone.
    ///
    /// It is begun with the lock, so that one that ends at once removes what was kept, and not what is still to be.
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
        let name = source.name
        func problem(_ message: String?) -> ToggleProblem? {
            message.map { ToggleProblem(source: .remote, origin: name, message: $0) }
        }
        client?.note { state in
            state[problemOf: .fetch] = problem(fetch)
            state[problemOf: .stream] = problem(stream)
        }
    }

    private func keep(_ keeping: RefreshMachine.Keeping) {
        keeper?.keep(keeping)
        storeSoon()
    }

    /// Has what is to be kept stored, while everything else goes on.
    func storeSoon() {
        guard let keeper, keeper.beginStoring() else { return }
        environment.background { [weak self] in
            keeper.storeAll()
            self?.noteCacheProblem()
        }
    }

    /// Stores what is to be kept, and returns when that is durable; waiting for the disk blocks no task's thread.
    func storeInBackground() async {
        guard keeper != nil else { return }
        await withCheckedContinuation { continuation in
            environment.background { [self] in
                storeNow()
                continuation.resume()
            }
        }
    }

    /// Stores what is to be kept, and returns when that is durable.
    func storeNow() {
        guard let keeper else { return }
        keeper.store()
        noteCacheProblem()
    }
}
