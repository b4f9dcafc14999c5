import ToggleBase

/// Ensures that the recorded dual-write state of a user never claims too much, despite concurrency and failures.
///
/// A store that a write skips counts as incomplete from before the write begins. A store counts as complete from a time
/// at which no write that skips it is running, and before the first write to both stores begins.
///
/// If the mark of an incomplete store can't be stored at once, it remains owed, and each later change of the same
/// user's state tries to store it.
final class DualWriteLedger: Sendable {
    /// A user's records in one of the stores.
    private struct Part: Hashable {
        let user: String
        let origin: MigrationOrigin
    }

    private struct State {
        /// The number of running writes that skip a store, and the earliest time at which one of them began.
        var omissions: [Part: (count: Int, since: MigrationTime)] = [:]
        /// The stores that are incomplete but may be recorded as complete, with the number of the newest mark and the
        /// earliest time.
        var owed: [Part: (mark: UInt64, since: MigrationTime)] = [:]
        var marks: UInt64 = 0
        /// The users for whom both stores are complete, and the uptime at which this process last saw that.
        var complete: [String: Duration] = [:]
    }

    /// The maximum number of remembered users, after which all of them are forgotten and checked again.
    private static let rememberedUsers = 10_000
    /// How long a user is remembered, because another process may have skipped a store since.
    static let memory = Duration.seconds(60)

    private let store: any DualWriteStore
    private let environment: MigrationEnvironment
    private let state = Mutex(State())

    init(store: any DualWriteStore, environment: MigrationEnvironment) {
        self.store = store
        self.environment = environment
    }

    /// Call this before a write to only one store, and ``endOmission(of:user:)`` after it.
    ///
    /// The dual-write store is accessed each time, because another process may have begun dual writes of the user
    /// since.
    ///
    /// - Parameters:
    ///   - origin: The store that the write skips.
    ///   - user: The user who writes.
    ///   - date: The time of the record, if it may be earlier than now.
    /// - Returns: The error if the state could not be stored, otherwise `nil`.
    func beginOmission(of origin: MigrationOrigin, user: String, dated date: MigrationTime?) async -> (any Error)? {
        let now = environment.now()
        let start = min(now, date ?? now)
        state.withLock { state in
            var (count, since) = state.omissions[Part(user: user, origin: origin)] ?? (0, start)
            count += 1
            since = min(since, start)
            state.omissions[Part(user: user, origin: origin)] = (count, since)
        }
        return await markIncomplete(origin, user: user, since: start)
    }

    /// Call this after a write to only one store.
    ///
    /// Another process that is unaware of the write may have begun dual writes in the meantime. That start is
    /// reverted, so that the next one is after the write.
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

    /// Call this before and after a write to both stores.
    ///
    /// - Parameters:
    ///   - user: The user who writes.
    ///   - authority: The authoritative store. For a user without a recorded state, the old store is not assumed to be
    ///     complete unless it is authoritative, because the app may have been reinstalled.
    /// - Returns: The error if the state could not be stored, otherwise `nil`.
    func noteDualWrite(user: String, authority: MigrationOrigin) async -> (any Error)? {
        if isComplete(user) { return nil }
        return failure(of: await update(user) { [self] in started($0, user: user, authority: authority) })
    }

    /// Begins dual writes without a write, or in a stage with a single store, the writes to that one.
    ///
    /// Remembered users are checked again, because another process may have skipped a store since.
    ///
    /// - Returns: Whether the stores that the stage writes are complete from some time on.
    /// - Throws: The error if the state could not be stored.
    func begin(user: String, in stage: MigrationStage) async throws -> Bool {
        let origins = stage.writesBoth ? MigrationOrigin.allCases : [stage.authority]
        let state = try await update(user) { [self] state in
            started(state, user: user, authority: stage.authority, origins)
        }.get()
        return origins.allSatisfy { state[$0] != nil }
    }

    /// Returns the state with a start for each store that has none and that no running write skips.
    private func started(
        _ state: DualWriteState,
        user: String,
        authority: MigrationOrigin,
        _ origins: [MigrationOrigin] = MigrationOrigin.allCases
    ) -> DualWriteState {
        var state = state
        if authority == .new, state.isUnknown { state.old = nil }
        for origin in origins where state[origin] == nil && !isOmitted(origin, user: user) {
            state.begin(origin, at: environment.now())
        }
        return state
    }

    private func failure(of result: Result<DualWriteState, any Error>) -> (any Error)? {
        if case .failure(let error) = result { error } else { nil }
    }

    /// Records that a store missed some of a user's writes.
    ///
    /// - Parameters:
    ///   - origin: The store.
    ///   - user: The user.
    ///   - since: The earliest time that those writes may have.
    /// - Returns: The error if the state could not be stored, otherwise `nil`.
    func markIncomplete(_ origin: MigrationOrigin, user: String, since: MigrationTime) async -> (any Error)? {
        state.withLock { state in
            state.marks += 1
            let part = Part(user: user, origin: origin)
            state.owed[part] = (state.marks, min(state.owed[part]?.since ?? since, since))
            state.complete[user] = nil
        }
        // Each update applies everything that is owed.
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
        // In a separate task, because a canceled write has skipped a store, too.
        await Task { [self] () -> Result<DualWriteState, any Error> in
            let applied = Mutex<[Owed]>([])
            let kept: DualWriteState
            do {
                kept = try await store.update(user) { [self] kept in
                    let owed = state.withLock { Self.owed(user, $0) }
                    applied.withLock { $0 = owed }
                    var kept = kept
                    for (origin, _, since) in owed { kept.miss(origin, since: since) }
                    kept = change(kept)
                    // Here, while no other update runs, so that the remembered state is never older than the stored
                    // one.
                    remember(user, kept)
                    return kept
                }
            } catch {
                state.withLock { $0.complete[user] = nil }
                return .failure(error)
            }
            settle(applied.withLock { $0 }, user: user)
            return .success(kept)
        }.value
    }

    /// Removes the owed marks that are now stored, except for marks made since.
    private func settle(_ applied: [Owed], user: String) {
        state.withLock { state in
            for (origin, mark, _) in applied {
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
