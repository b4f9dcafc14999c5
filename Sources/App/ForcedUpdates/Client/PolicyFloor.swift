import ToggleBase

/// The lowest revision that is accepted according to the lock file, because the cache of documents can be lost.
final class PolicyFloor: Sendable {
    /// The revision of a policy.
    struct Revision: Sendable, Hashable {
        /// The creation time in milliseconds since 1970, at most the time of receipt; or the revision of the envelope.
        let number: UInt64
        /// Whether it comes from an envelope; such revisions aren't compared with creation times.
        let isSigned: Bool
    }

    private struct State {
        /// The revision when the active lock was stored.
        var floor: Revision?
        /// The highest accepted revision.
        var highest: Revision?
    }

    private let state: Mutex<State>

    /// Starts with the revision in a lock file.
    init(_ floor: Revision?) {
        state = Mutex(State(floor: floor, highest: floor))
    }

    /// Returns the lowest acceptable number of envelopes or creation times.
    func number(isSigned: Bool) -> UInt64? {
        state.withLock { $0.floor?.isSigned == isSigned ? $0.floor?.number : nil }
    }

    /// Records an accepted revision.
    func accept(_ revision: Revision) {
        state.withLock { state in
            if let highest = state.highest, highest.isSigned == revision.isSigned, highest.number > revision.number {
                return
            }
            state.highest = revision
        }
    }

    /// Raises the floor to the highest accepted revision.
    ///
    /// - Returns: The floor, which is stored with the lock.
    func rise() -> Revision? {
        state.withLock { state in
            state.floor = state.highest
            return state.floor
        }
    }
}
