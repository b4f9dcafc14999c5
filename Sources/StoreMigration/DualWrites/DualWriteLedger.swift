import DurableFiles

/// Sees to it that the dual-write state of a user never says more than is so, whatever runs at once or fails.
///
/// A store that is left out of a write misses it from before the write begins. A store has every write from a moment at which
/// nothing that leaves it out is under way, and before the first write that goes to both begins.
///
/// That a store misses something is owed to the kept state until it stands there: when it cannot be kept at once, each later
/// change of the same user brings it along.
final class DualWriteLedger: Sendable {
    /// A user's records in one of the stores.
    private struct Part: Hashable {
        let user: String
        let origin: MigrationOrigin
    }

    private struct State {
        /// How many writes are under way that leave out a store, and the earliest time at which one of them began.
        var omissions: [Part: (count: Int, since: MigrationTime)] = [:]
        /// What misses something and may be kept as if it did not, with the number of the newest mark, and since when.
        var owed: [Part: (mark: UInt64, since: MigrationTime)] = [:]
        var marks: UInt64 = 0
        /// The users both of whose stores have every write, and when this process last knew so.
        var complete: [String: Duration] = [:]
    }

    /// How many users are remembered, before all of them are forgotten and asked for again.
    private static let rememberedUsers = 10_000
    /// How long a user is remembered: another process may have left out a store since.
    static let memory = Duration.seconds(60)

    private let store: any DualWriteStore
    private let environment: MigrationEnvironment
    private let state = Mutex(State())

    init(store: any DualWriteStore, environment: MigrationEnvironment) {
        self.store = store
        self.environment = environment
    }

    /// Called before a write to one store only; ``endOmission(of:user:)`` is called behind it.
    ///
    /// The store is asked each time: another process may have begun dual writes of the user since.
    func beginOmission(of origin: MigrationOrigin, user: String) async -> (any Error)? {
        let now = environment.now()
        state.withLock { state in
            var (count, since) = state.omissions[Part(user: user, origin: origin)] ?? (0, now)
            count += 1
            since = min(since, now)
            state.omissions[Part(user: user, origin: origin)] = (count, since)
        }
        return await markIncomplete(origin, user: user, since: now)
    }

    /// Called behind a write to one store only.
    ///
    /// Another process, which does not know of the write, may have begun dual writes meanwhile; that start is taken back, so
    /// that the next one lies behind the write.
    func endOmission(of origin: MigrationOrigin, user: String) async -> (any Error)? {
        let part = Part(user: user, origin: origin)
        let now = environment.now()
        let since = state.withLock { $0.omissions[part]?.since } ?? now
        let error = await markIncomplete(origin, user: user, since: min(since, now))
        state.withLock { state in
            guard let (count, since) = state.omissions[part] else { return }
            state.omissions[part] = count > 1 ? (count - 1, since) : nil
        }
        return error
    }

    /// Called before and behind a write to both stores.
    ///
    /// - Parameters:
    ///   - user: Whose write it is.
    ///   - authority: The store that counts. Of a user whom nothing is known of, it is not the old store that has everything
    ///     when that does not count any more: the app may be installed anew.
    /// - Returns: Why it could not be kept; `nil` when it was.
    func noteDualWrite(user: String, authority: MigrationOrigin) async -> (any Error)? {
        if isComplete(user) { return nil }
        return failure(of: await update(user) { [self] in started($0, user: user, authority: authority) })
    }

    /// Begins dual writes without a write.
    ///
    /// What is remembered does not count: another process may have left out a store since.
    ///
    /// - Returns: Whether both stores have every write from some moment on.
    /// - Throws: Why it could not be kept.
    func begin(user: String, authority: MigrationOrigin) async throws -> Bool {
        let state = try await update(user) { [self] in started($0, user: user, authority: authority) }.get()
        return state.old != nil && state.new != nil
    }

    /// The state with a start for each store that has none and is not left out right now.
    private func started(_ state: DualWriteState, user: String, authority: MigrationOrigin) -> DualWriteState {
        var state = state
        if authority == .new, state.isUnknown { state.old = nil }
        for origin in MigrationOrigin.allCases where state[origin] == nil && !isOmitted(origin, user: user) {
            state.begin(origin, at: environment.now())
        }
        return state
    }

    private func failure(of result: Result<DualWriteState, any Error>) -> (any Error)? {
        if case .failure(let error) = result { error } else { nil }
    }

    /// Keeps that a store misses some of a user's writes.
    ///
    /// - Parameters:
    ///   - origin: The store.
    ///   - user: Whose writes.
    ///   - since: The earliest time that those writes may have.
    /// - Returns: Why it could not be kept; `nil` when it was.
    func markIncomplete(_ origin: MigrationOrigin, user: String, since: MigrationTime) async -> (any Error)? {
        state.withLock { state in
            state.marks += 1
            let part = Part(user: user, origin: origin)
            state.owed[part] = (state.marks, min(state.owed[part]?.since ?? since, since))
            state.complete[user] = nil
        }
        // What is owed is taken from the state in each update.
        return failure(of: await update(user) { $0 })
    }

    private func isOmitted(_ origin: MigrationOrigin, user: String) -> Bool {
        state.withLock { $0.omissions[Part(user: user, origin: origin)] != nil }
    }

    private func isComplete(_ user: String) -> Bool {
        let now = environment.uptime()
        return state.withLock { state in
            guard let known = state.complete[user], Self.owed(user, state).isEmpty else { return false }
            return now - known < Self.memory
        }
    }

    private typealias Owed = (origin: MigrationOrigin, mark: UInt64, since: MigrationTime)

    private static func owed(_ user: String, _ state: State) -> [Owed] {
        MigrationOrigin.allCases.compactMap { origin in
            state.owed[Part(user: user, origin: origin)].map { (origin, $0.mark, $0.since) }
        }
    }

    private func update(
        _ user: String,
        _ change: @escaping @Sendable (DualWriteState) -> DualWriteState
    ) async -> Result<DualWriteState, any Error> {
        // A task of its own: a cancelled write has left out a store all the same.
        await Task { [self] () -> Result<DualWriteState, any Error> in
            let brought = Mutex<[Owed]>([])
            let kept: DualWriteState
            do {
                kept = try await store.update(user) { [self] kept in
                    let owed = state.withLock { Self.owed(user, $0) }
                    brought.withLock { $0 = owed }
                    var kept = kept
                    for (origin, _, since) in owed { kept.miss(origin, since: since) }
                    kept = change(kept)
                    // Here, while nobody else changes it, so that what is remembered is never older than what is kept.
                    remember(user, kept)
                    return kept
                }
            } catch {
                state.withLock { $0.complete[user] = nil }
                return .failure(error)
            }
            settle(brought.withLock { $0 }, user: user)
            return .success(kept)
        }.value
    }

    /// Forgets what was owed and is kept now, but for marks that were made since.
    private func settle(_ brought: [Owed], user: String) {
        state.withLock { state in
            for (origin, mark, _) in brought {
                let part = Part(user: user, origin: origin)
                if state.owed[part]?.mark == mark { state.owed[part] = nil }
            }
        }
    }

    private func remember(_ user: String, _ kept: DualWriteState) {
        let now = environment.uptime()
        state.withLock { state in
            guard kept.old != nil, kept.new != nil else {
                state.complete[user] = nil
                return
            }
            if state.complete.count >= Self.rememberedUsers { state.complete = [:] }
            state.complete[user] = now
        }
    }
}
