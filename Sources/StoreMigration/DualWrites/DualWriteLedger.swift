import Synchronization

/// Sees to it that the dual-write state of a user never says more than is so, whatever runs at once or fails.
///
/// A store that is left out of a write misses it from before the write begins. A store has every write from a moment at which
/// nothing that leaves it out is under way, and before the first write that goes to both begins.
final class DualWriteLedger: Sendable {
    private struct Omission: Hashable {
        let user: String
        let origin: MigrationOrigin
    }

    private struct State {
        /// How many writes are under way that leave out a store.
        var omissions: [Omission: Int] = [:]
        /// The users both of whose stores have every write, as far as this process knows.
        var complete: Set<String> = []
    }

    /// How many users are remembered, before all of them are forgotten and asked for again.
    private static let rememberedUsers = 10_000

    private let store: any DualWriteStore
    private let now: @Sendable () -> MigrationTime
    private let state = Mutex(State())

    init(store: any DualWriteStore, now: @escaping @Sendable () -> MigrationTime) {
        self.store = store
        self.now = now
    }

    /// Called before a write to one store only; ``endOmission(of:user:)`` is called behind it.
    ///
    /// The store is asked each time: another process may have begun dual writes of the user since.
    func beginOmission(of origin: MigrationOrigin, user: String) async -> (any Error)? {
        state.withLock { $0.omissions[Omission(user: user, origin: origin), default: 0] += 1 }
        return await markIncomplete(origin, user: user)
    }

    func endOmission(of origin: MigrationOrigin, user: String) {
        state.withLock { state in
            let omission = Omission(user: user, origin: origin)
            let count = state.omissions[omission, default: 1] - 1
            state.omissions[omission] = count > 0 ? count : nil
        }
    }

    /// Called before and behind a write to both stores.
    func noteDualWrite(user: String) async -> (any Error)? {
        if state.withLock({ $0.complete.contains(user) }) { return nil }
        return await update(user) { [self] state in
            var state = state
            for origin in MigrationOrigin.allCases where state[origin] == nil && !isOmitted(origin, user: user) {
                // Later than all that was written to one store, by a clock of milliseconds.
                state[origin] = MigrationTime(millisecondsSince1970: now().millisecondsSince1970 + 1)
            }
            return state
        }
    }

    /// Keeps that a store misses some of a user's writes.
    func markIncomplete(_ origin: MigrationOrigin, user: String) async -> (any Error)? {
        await update(user) { state in
            var state = state
            state[origin] = nil
            return state
        }
    }

    private func isOmitted(_ origin: MigrationOrigin, user: String) -> Bool {
        state.withLock { $0.omissions[Omission(user: user, origin: origin)] != nil }
    }

    private func update(
        _ user: String,
        _ change: @escaping @Sendable (DualWriteState) -> DualWriteState
    ) async -> (any Error)? {
        do {
            try await store.update(user) { [self] state in
                let state = change(state)
                // Here, while nobody else changes it, so that what is remembered is never older than what is kept.
                remember(user, state)
                return state
            }
            return nil
        } catch {
            state.withLock { _ = $0.complete.remove(user) }
            return error
        }
    }

    private func remember(_ user: String, _ kept: DualWriteState) {
        state.withLock { state in
            guard kept.old != nil, kept.new != nil else {
                state.complete.remove(user)
                return
            }
            if state.complete.count >= Self.rememberedUsers { state.complete = [] }
            state.complete.insert(user)
        }
    }
}
