/// Keeps since when each user's writes go to both stores.
///
/// ``FileDualWriteStore`` and ``InMemoryDualWriteStore`` are there; a server keeps the states in its database. They must not be
/// lost while the migration lasts. Of a user whose state is lost nothing is known, and dual writes begin anew: what counts is
/// copied again as a whole, which takes its time. In `dualwrite` and `shadow` the old store counts, and is taken to have
/// everything; what it missed before a step back from `live` is then forgotten.
///
/// The product `StoreMigrationTesting` has a suite that checks a store of yours, `DualWriteStoreConformance`.
public protocol DualWriteStore: Sendable {
    /// Changes the state of a user in a way that depends on what it is, while nobody else can change it.
    ///
    /// It returns when the change is durable. It is asked before each write to one store only, before the first dual writes of
    /// a user in a process, and whenever one of two stores failed; most of these questions change nothing.
    ///
    /// - Parameters:
    ///   - user: The targeting key of the user.
    ///   - change: Given the state, answers what it shall be; the same one need not be written. May be called more than
    ///     once, the last time with the state that is replaced.
    /// - Returns: The state behind the change.
    /// - Throws: What went wrong; the state is as it was then. Writes of users go on, and say so in their measurement;
    ///   what was to be kept comes again with the next change of the same user.
    @discardableResult
    func update(
        _ user: String,
        _ change: @escaping @Sendable (DualWriteState) -> DualWriteState
    ) async throws -> DualWriteState
}

extension DualWriteStore {
    /// The state of a user; the initial one where nothing was kept.
    public func state(of user: String) async throws -> DualWriteState {
        try await update(user) { $0 }
    }
}
