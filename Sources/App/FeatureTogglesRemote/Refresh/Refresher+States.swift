import FeatureToggles

extension Refresher {
    /// The number of states buffered for a slow observer before it misses older ones.
    private static var backlog: Int { 64 }

    /// Returns a stream of the source's current state and all later ones.
    func states() -> AsyncStream<RemoteState> {
        let (stream, continuation) = AsyncStream<RemoteState>.makeStream(
            bufferingPolicy: .bufferingNewest(Self.backlog)
        )
        let number: Int? = state.withLock { state in
            // Under the lock, so that no change is delivered before it.
            continuation.yield(state.announced)
            guard !state.isStopped else { return nil }
            let number = state.number()
            state.observers[number] = continuation
            return number
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.observers.removeValue(forKey: number) }
        }
        return stream
    }

    /// Changes the state of the source, and notifies its observers after the client has it, unless only its times differ.
    func publish(_ new: RemoteState) {
        update { $0.facts.state = new }
        let observers = state.withLock { state in
            defer { state.announced = new }
            return state.announced.hasSameContent(as: new) ? [:] : state.observers
        }
        for observer in observers.values { observer.yield(new) }
    }
}

extension RemoteState {
    /// Whether two states differ at most in the time of the last success and of the next attempt.
    fileprivate func hasSameContent(as other: RemoteState) -> Bool {
        (status, since, why) == (other.status, other.since, other.why)
            && (revision, source) == (other.revision, other.source)
            && (lastSuccess == nil) == (other.lastSuccess == nil)
    }
}
