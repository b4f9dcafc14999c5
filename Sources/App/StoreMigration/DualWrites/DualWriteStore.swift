/// Stores when the dual writes of each user began.
///
/// The package provides ``FileDualWriteStore`` and ``InMemoryDualWriteStore``; a server stores the states in its
/// database. The states must not be lost while the migration lasts. If a user's state is lost, dual writes begin again,
/// and the content of the authoritative store is copied again as a whole. In `dualwrite` and `shadow` the old store is
/// authoritative and assumed to be complete; writes that it missed before a step back from `live` are then forgotten.
///
/// The product `MigrationTesting` contains a suite that checks your own store, `DualWriteStoreConformance`.
public protocol DualWriteStore: Sendable {
    /// Changes the state of a user based on the current state, while no other change is possible.
    ///
    /// The method returns when the change is durable. It is called before each write to only one store, before the
    /// first dual write of a user in a process, and whenever one of two stores failed. Most of these calls change
    /// nothing.
    ///
    /// - Parameters:
    ///   - user: The targeting key of the user.
    ///   - change: A closure that returns the new state for the current one; an equal state doesn't have to be written.
    ///     It may be called more than once, the last time with the state that is replaced.
    /// - Returns: The state after the change.
    /// - Throws: An error, after which the state is unchanged. The user's writes continue and report the error in their
    ///   measurement. The change is tried again with the next change of the same user.
    @discardableResult
    func update(
        _ user: String,
        _ change: @escaping @Sendable (DualWriteState) -> DualWriteState
    ) async throws -> DualWriteState
}

extension DualWriteStore {
    /// Returns the state of a user, or the initial state if none is stored.
    public func state(of user: String) async throws -> DualWriteState {
        try await update(user) { $0 }
    }
}
