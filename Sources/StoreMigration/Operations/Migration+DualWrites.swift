public import FeatureToggles

/// What is kept of a user's dual writes beside what operations keep by themselves.
extension Migration {
    /// Begins a user's dual writes without a write, in a stage that writes to both stores; elsewhere it does nothing.
    ///
    /// They begin with the first write otherwise, and a ``Backfill`` waits for that. Call it before a backfill for users who
    /// may not write for long, also behind a step back or a write that one store failed to take.
    ///
    /// The store of dual-write states is asked each time, whatever this process remembers of the user. While a write to one
    /// store alone is under way in this process, dual writes into the other one cannot begin: call it again later.
    ///
    /// ```swift
    /// if try await migration.beginDualWrites() { try await backfill.run(migration.user()) }
    /// ```
    ///
    /// - Parameter context: Whose dual writes, see ``user(for:)``.
    /// - Returns: Whether each of both stores has every write of the user from some moment on, so that no backfill waits;
    ///   `false` also in a stage that writes to one store, and without a store of dual-write states.
    /// - Throws: What the store of dual-write states throws.
    @discardableResult
    public func beginDualWrites(for context: EvaluationContext? = nil) async throws -> Bool {
        let pinned = pinned(for: context)
        guard pinned.stage.writesBoth, let ledger else { return false }
        return try await ledger.begin(user: pinned.user, authority: pinned.stage.authority)
    }

    /// Keeps that a store misses some of a user's writes, so that the next backfill brings them.
    ///
    /// Call it when a write outside this migration left out a store. Without a store of dual-write states there is nothing to
    /// keep.
    ///
    /// Of an operation of this migration, as of a write that may have been done although it failed, it needs that operation's
    /// own user, and not whoever is signed in when it has failed: keep the migration with ``pinned(for:)`` and use
    /// ``PinnedMigration/markIncomplete(_:since:)``, or take ``MigrationMeasurement/user`` as the targeting key of the context.
    ///
    /// - Parameters:
    ///   - origin: The store that misses some.
    ///   - context: Whose writes, see ``user(for:)``; `nil` for who is signed in now.
    ///   - since: The earliest time that the missed records have; without it, the next backfill looks at all of them.
    /// - Throws: What the store of dual-write states throws. What was to be kept is not forgotten then: it is kept with the next
    ///   change of the same user's state in this migration.
    public func markIncomplete(
        _ origin: MigrationOrigin,
        for context: EvaluationContext? = nil,
        since: MigrationTime = .beginning
    ) async throws {
        if let error = await ledger?.markIncomplete(origin, user: user(for: context), since: since) { throw error }
    }
}
