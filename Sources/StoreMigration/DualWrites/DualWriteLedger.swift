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
        /// How many writes are under way that leave out a store.
        var omissions: [Part: Int] = [:]
        /// What misses something and may be kept as if it did not, with the number of the newest mark.
        var owed: [Part: UInt64] = [:]
        var marks: UInt64 = 0
        /// The starts that were taken back, the last one of each part.
        var ended: [Part: MigrationTime] = [:]
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
        state.withLock { $0.omissions[Part(user: user, origin: origin), default: 0] += 1 }
        return await markIncomplete(origin, user: user)
    }

    /// Called behind a write to one store only.
    ///
    /// Another process, which does not know of the write, may have begun dual writes meanwhile; that start is taken back, so
    /// that the next one lies behind the write.
    func endOmission(of origin: MigrationOrigin, user: String) async -> (any Error)? {
        let error = await markIncomplete(origin, user: user)
        state.withLock { state in
            let part = Part(user: user, origin: origin)
            let count = state.omissions[part, default: 1] - 1
            state.omissions[part] = count > 0 ? count : nil
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
        if authority == .new, state == .initial { state.old = nil }
        for origin in MigrationOrigin.allCases where state[origin] == nil && !isOmitted(origin, user: user) {
            // Later than all that was written to one store, by a clock of milliseconds.
            var start = environment.now().millisecondsSince1970 + 1
            // And than the start before in the same millisecond, for which a backfill may be done already. One that is much
            // later is of a clock that was set back.
            let ended = self.state.withLock { $0.ended[Part(user: user, origin: origin)]?.millisecondsSince1970 }
            if let ended, (start..<start + 10).contains(ended) { start = ended + 1 }
            state[origin] = MigrationTime(millisecondsSince1970: start)
        }
        return state
    }

    private func failure(of result: Result<DualWriteState, any Error>) -> (any Error)? {
        if case .failure(let error) = result { error } else { nil }
    }

    /// Keeps that a store misses some of a user's writes.
    func markIncomplete(_ origin: MigrationOrigin, user: String) async -> (any Error)? {
        state.withLock { state in
            state.marks += 1
            state.owed[Part(user: user, origin: origin)] = state.marks
            state.complete[user] = nil
        }
        // What is owed is taken from the state in each update.
        return failure(
            of: await update(user) { state in
                var state = state
                state[origin] = nil
                return state
            }
        )
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

    private static func owed(_ user: String, _ state: State) -> [(origin: MigrationOrigin, mark: UInt64)] {
        MigrationOrigin.allCases.compactMap { origin in
            state.owed[Part(user: user, origin: origin)].map { (origin, $0) }
        }
    }

    private func update(
        _ user: String,
        _ change: @escaping @Sendable (DualWriteState) -> DualWriteState
    ) async -> Result<DualWriteState, any Error> {
        // A task of its own: a cancelled write has left out a store all the same.
        await Task { [self] () -> Result<DualWriteState, any Error> in
            let brought = Mutex<[(origin: MigrationOrigin, mark: UInt64)]>([])
            let kept: DualWriteState
            do {
                kept = try await store.update(user) { [self] kept in
                    let owed = state.withLock { Self.owed(user, $0) }
                    brought.withLock { $0 = owed }
                    var kept = kept
                    for (origin, _) in owed {
                        noteEnd(of: kept[origin], Part(user: user, origin: origin))
                        kept[origin] = nil
                    }
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
    private func settle(_ brought: [(origin: MigrationOrigin, mark: UInt64)], user: String) {
        state.withLock { state in
            for (origin, mark) in brought {
                let part = Part(user: user, origin: origin)
                if state.owed[part] == mark { state.owed[part] = nil }
            }
        }
    }

    private func noteEnd(of start: MigrationTime?, _ part: Part) {
        guard let start else { return }
        state.withLock { state in
            // What is forgotten is told apart by its milliseconds.
            if state.ended.count >= Self.rememberedUsers { state.ended = [:] }
            state.ended[part] = start
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
