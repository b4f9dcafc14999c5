import FeatureToggles
import ToggleBase

/// The state of a client's remote config, and its observers.
final class RemoteStates: Sendable {
    private struct Watched: Sendable {
        var state: RemoteState
        var isFinished = false
        var count = 0
        var watchers: [Int: AsyncStream<RemoteState>.Continuation] = [:]
    }

    /// The number of states buffered for a slow observer before it misses older ones.
    private static let backlog = 64

    private let watched: Mutex<Watched>

    init(_ state: RemoteState) {
        watched = Mutex(Watched(state: state))
    }

    /// Returns a stream of the current state and all later ones.
    func stream() -> AsyncStream<RemoteState> {
        let (stream, continuation) = AsyncStream<RemoteState>.makeStream(
            bufferingPolicy: .bufferingNewest(Self.backlog)
        )
        let number: Int? = watched.withLock { watched in
            // Under the lock, so that no change is delivered before it.
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

    /// Sets the state, and notifies the observers unless only its times differ.
    func publish(_ state: RemoteState) {
        let watchers = watched.withLock { watched in
            let hasNewContent = !watched.state.hasSameContent(as: state)
            watched.state = state
            return hasNewContent ? watched.watchers : [:]
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
    /// Whether two states differ at most in the time of the last success and of the next attempt.
    fileprivate func hasSameContent(as other: RemoteState) -> Bool {
        (status, since, why) == (other.status, other.since, other.why)
            && (revision, source) == (other.revision, other.source)
            && (lastSuccess == nil) == (other.lastSuccess == nil)
    }
}
