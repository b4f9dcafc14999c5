import FeatureToggles

/// Which policies are too old to be accepted, as far as the lock file knows: the cache of documents can be lost.
final class PolicyFloor: Sendable {
    /// How new a policy is.
    struct Revision: Sendable, Hashable {
        /// The creation time in milliseconds since 1970, no later than when it came; the envelope's revision where there is one.
        let number: UInt64
        /// Whether it is that of an envelope, which is not compared with creation times.
        let isSigned: Bool
    }

    private struct State {
        /// What was known when the lock that is in force was kept.
        var floor: Revision?
        /// The newest that was accepted here.
        var highest: Revision?
    }

    private let state: Mutex<State>

    /// Begins with what a lock file says.
    init(_ floor: Revision?) {
        state = Mutex(State(floor: floor, highest: floor))
    }

    /// The lowest number that may be accepted, of envelopes or of creation times.
    func number(isSigned: Bool) -> UInt64? {
        state.withLock { $0.floor?.isSigned == isSigned ? $0.floor?.number : nil }
    }

    /// Remembers what was accepted.
    func accept(_ revision: Revision) {
        state.withLock { state in
            if let highest = state.highest, highest.isSigned == revision.isSigned, highest.number > revision.number {
                return
            }
            state.highest = revision
        }
    }

    /// Makes the newest that was accepted the floor, as a lock is kept.
    ///
    /// - Returns: The floor, to be kept with the lock.
    func rise() -> Revision? {
        state.withLock { state in
            state.floor = state.highest
            return state.floor
        }
    }
}
