import FeatureToggles

/// The state of a client's remote source, and who watches it.
final class RemoteStates: Sendable {
    private struct Watched: Sendable {
        var state: RemoteState
        var isFinished = false
        var count = 0
        var watchers: [Int: AsyncStream<RemoteState>.Continuation] = [:]
    }

    /// How many states a slow watcher may fall behind before it misses older ones.
    private static let backlog = 64

    private let watched: Mutex<Watched>

    init(_ state: RemoteState) {
        watched = Mutex(Watched(state: state))
    }

    var current: RemoteState { watched.withLock(\.state) }

    /// The state as it is, and as it will be.
    func stream() -> AsyncStream<RemoteState> {
        let (stream, continuation) = AsyncStream<RemoteState>.makeStream(
            bufferingPolicy: .bufferingNewest(Self.backlog)
        )
        let number: Int? = watched.withLock { watched in
            // In the lock, so that no change comes before it.
            continuation.yield(watched.state)
            guard !watched.isFinished else { return nil }
            watched.count += 1
            watched.watchers[watched.count] = continuation
            return watched.count
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.watched.withLock { _ = $0.watchers.removeValue(forKey: number) }
        }
        return stream
    }

    /// Takes a state, and tells the watchers unless it only has other times.
    func publish(_ state: RemoteState) {
        let watchers = watched.withLock { watched in
            let isNews = !watched.state.saysTheSame(as: state)
            watched.state = state
            return isNews ? watched.watchers : [:]
        }
        for watcher in watchers.values { watcher.yield(state) }
    }

    func finish() {
        let watchers = watched.withLock { watched in
            watched.isFinished = true
            defer { watched.watchers = [:] }
            return watched.watchers
        }
        for watcher in watchers.values { watcher.finish() }
    }
}

extension RemoteState {
    /// Whether it differs in nothing but when the source answered last, if it ever did, and when it is asked next.
    fileprivate func saysTheSame(as other: RemoteState) -> Bool {
        (status, since, why) == (other.status, other.since, other.why)
            && (revision, source) == (other.revision, other.source)
            && (lastSuccess == nil) == (other.lastSuccess == nil)
    }
}
