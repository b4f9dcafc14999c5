public import FeatureToggles

/// Explicit changes of a user's dual-write state, in addition to those by operations.
extension Migration {
    /// Begins a user's dual writes without a write, in a stage that writes to both stores.
    ///
    /// In `complete`, it begins the writes to the new store, for a move without dual writes: from now on, the new store
    /// receives every write, and a ``Backfill`` copies everything older. In `off`, it does nothing.
    ///
    /// Otherwise they begin with the first write, for which a ``Backfill`` waits. Call this before a backfill for users
    /// who may not write for a long time. Also call it after a step back, and after a write that failed in one store.
    ///
    /// The store of dual-write states is accessed each time, regardless of what this process remembers about the user.
    /// While a write to only one store is running in this process, dual writes to the other store can't begin; call
    /// this again later.
    ///
    /// ```swift
    /// if try await migration.beginDualWrites() { try await backfill.run(migration.user()) }
    /// ```
    ///
    /// - Parameter context: The context of the user, see ``user(for:)``.
    /// - Returns: Whether both stores, or in `complete` the new one, receive every write of the user from some time on, so
    ///   that no backfill waits. The result is also `false` in `off`, and without a store of dual-write states.
    /// - Throws: Any error that the store of dual-write states throws.
    @discardableResult
    public func beginDualWrites(for context: EvaluationContext? = nil) async throws -> Bool {
        let pinned = pinned(for: context)
        guard pinned.stage != .off, let ledger else { return false }
        return try await ledger.begin(user: pinned.user, in: pinned.stage)
    }

    /// Records that a store missed some of a user's writes, so that the next backfill copies them.
    ///
    /// Call this after a write outside this migration skipped a store. Without a store of dual-write states, nothing is
    /// recorded.
    ///
    /// For an operation of this migration, such as a failed write that may still have been done, pass the user of that
    /// operation, because another user may have signed in since. Keep the migration with ``pinned(for:)`` and use
    /// ``PinnedMigration/markIncomplete(_:since:)``, or use ``MigrationMeasurement/user`` as the targeting key of the
    /// context.
    ///
    /// - Parameters:
    ///   - origin: The store that missed the writes.
    ///   - context: The context of the user, see ``user(for:)``; `nil` for the current user.
    ///   - since: The earliest time of the missed records; by default, the next backfill checks all of them.
    /// - Throws: Any error that the store of dual-write states throws. The mark is not lost then: it is stored with the
    ///   next change of the same user's state in this migration.
    public func markIncomplete(
        _ origin: MigrationOrigin,
        for context: EvaluationContext? = nil,
        since: MigrationTime = .beginning
    ) async throws {
        if let error = await ledger?.markIncomplete(origin, user: user(for: context), since: since) { throw error }
    }
}
