import ToggleBase

/// A store of dual-write states in memory, for tests and previews.
public final class InMemoryDualWriteStore: DualWriteStore {
    private let states: Mutex<[String: DualWriteState]>

    /// Creates a store.
    ///
    /// - Parameter states: The initial states by user.
    public init(_ states: [String: DualWriteState] = [:]) {
        self.states = Mutex(states)
    }

    /// Changes the state of a user.
    @discardableResult
    public func update(
        _ user: String,
        _ change: @escaping @Sendable (DualWriteState) -> DualWriteState
    ) async throws -> DualWriteState {
        states.withLock { states in
            let state = change(states[user] ?? .initial)
            states[user] = state
            return state
        }
    }
}
