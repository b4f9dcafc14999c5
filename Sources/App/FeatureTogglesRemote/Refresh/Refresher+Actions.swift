import FeatureToggles
import ToggleBase

extension Refresher {
    func perform(_ action: RefreshMachine.Action) {
        switch action {
        case .fetch(let number, let isUnconditional, let keepsNewest, let signalID, let interval):
            fetch(number, isUnconditional, keepsNewest, signalID, interval)
        case .cancelFetch(let number): cancel(.fetch(number))
        case .answer(let ticket, let error): answer(ticket, error)
        case .activate: activateWaiting()
        case .keepWaiting: keepWaiting()
        case .confirm: confirmDocument()
        case .listen(let connection, let id): listen(connection, after: id)
        case .stopListening: cancel(.listener)
        case .set(let timer, let deadline): set(timer, at: deadline)
        case .cancel(let timer): cancel(.timer(timer))
        case .publish(let state): publish(state)
        case .report(let fetch, let stream): report(fetch: fetch, stream: stream)
        case .keep(let keeping): keep(keeping)
        case .markHealthy:
            keeper?.markHealthy()
            storeSoon()
        }
    }

    private func answer(_ ticket: Int, _ error: RemoteSourceError?) {
        state.withLock { $0.callers.removeValue(forKey: ticket) }?.resume(returning: error)
    }

    private func fetch(
        _ number: Int,
        _ isUnconditional: Bool,
        _ keepsNewest: Bool,
        _ signalID: String?,
        _ interval: Duration?
    ) {
        let revision = state.withLock { $0.documents.begin(number) }
        var request = request
        request.revision = isUnconditional ? nil : revision
        request.signalID = signalID
        request.minimumInterval = interval
        let source = source
        let distribution = source.dependsOnContext ? environment.distribution : nil
        start(.fetch(number)) { [weak self, request] task in
            let outcome: RefreshMachine.Outcome
            do throws(RemoteSourceError) {
                var request = request
                if let distribution {
                    request.context = await distribution.completedAfterDetection(request.context)
                    // The context may have changed during the detection.
                    if Task.isCancelled { throw Self.cancellation(of: source) }
                }
                let document = try await source.fetch(request)
                outcome = try self?.receive(document, number, keepsNewest) ?? .unchanged
            } catch {
                outcome = .failed(error, isNew: self?.receiveAvailable(for: request, number) ?? false)
            }
            self?.end(.fetch(number), task)
            self?.send(.fetched(number, outcome))
        }
    }

    /// A request with the context and the parameters of the client's toggles.
    var request: RemoteRequest {
        let context = state.withLock { $0.facts.context }
        return RemoteRequest(context: context, parameters: toggles.compactMap(\.remoteParameter))
    }

    /// Processes the document that the source has at hand although a fetch failed.
    ///
    /// - Returns: Whether it's a new one.
    private func receiveAvailable(for request: RemoteRequest, _ number: Int) -> Bool {
        guard !Task.isCancelled, let document = try? source.availableDocument(for: request) else { return false }
        return switch try? receive(document, number, false) {
        case .document, .copy, .previous: true
        default: false
        }
    }

    /// Processes a fetched document without parsing it.
    private func receive(
        _ document: RemoteDocument?,
        _ number: Int,
        _ keepsNewest: Bool
    ) throws(RemoteSourceError) -> RefreshMachine.Outcome {
        guard let document else {
            state.withLock { $0.documents.endUnchanged(number) }
            return .unchanged
        }
        if Task.isCancelled { throw Self.cancellation(of: source) }
        let received = try verified(document)
        switch state.withLock({ $0.documents.end(number, bringing: received, keepsNewest: keepsNewest) }) {
        case .newest: return .document
        case .copy: return .copy
        case .previous: return .previous
        case .outdated: return .outdated
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
        start(.listener) { [weak self] _ in
            var isClosed = false
            for await signal in source.signals(after: id) {
                if case .closed = signal { isClosed = true }
                self?.send(.received(connection: connection, signal))
                if isClosed { break }
            }
            if !isClosed { self?.send(.received(connection: connection, .closed(nil))) }
        }
    }

    private func set(_ timer: RefreshMachine.Timer, at deadline: Duration) {
        start(.timer(timer)) { [weak self, environment] task in
            await environment.sleep(deadline)
            // A timer that was set again has another task.
            if self?.end(.timer(timer), task) == true { self?.send(.due(timer)) }
        }
    }

    private func report(fetch: String?, stream: String?) {
        let (fetch, stream) = (fetch.map(remoteProblem), stream.map(remoteProblem))
        update { state in
            state.facts[problemOf: .fetch] = fetch
            state.facts[problemOf: .stream] = stream
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
