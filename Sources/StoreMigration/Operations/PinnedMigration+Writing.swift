import FeatureToggles

extension PinnedMigration {
    /// Writes in this stage.
    ///
    /// - Parameters:
    ///   - name: What the write is called in measurements.
    ///   - key: The key of the record that is written. Of two writes to both stores with the same key, the second begins
    ///     when the first has ended, so that both stores get them in the same order. Writes without a key follow one another
    ///     for each user.
    ///   - old: Writes to the old store.
    ///   - new: Writes to the new store.
    /// - Returns: What the authoritative store answered.
    /// - Throws: The error of the authoritative store. One that may have written all the same, as after a timeout, leaves the
    ///   stores apart: call ``markIncomplete(_:since:)`` then.
    @discardableResult
    public func write<Value: Sendable, Failure: Error>(
        _ name: String? = nil,
        record key: String? = nil,
        old: @escaping @Sendable () async throws(Failure) -> Value,
        new: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let authority = stage.authority
        let (first, second) = authority == .old ? (old, new) : (new, old)
        if stage.writesBoth {
            // Before it waits: the record may have its time already.
            let began = migration.environment.now()
            let turn = await migration.turns.take(key.map { .record($0) } ?? .user(user))
            defer { migration.turns.end(turn) }
            let result = await WriteTurns.$current.withValue(turn) { () async -> Result<Value, Failure> in
                do throws(Failure) {
                    return .success(try await writeBoth(name, began: began, first, second))
                } catch {
                    return .failure(error)
                }
            }
            return try result.get()
        }
        let stateError = await migration.ledger?.beginOmission(of: authority.other, user: user)
        let attempt = await Attempt(authority, migration.environment, first)
        let laterError = await migration.ledger?.endOmission(of: authority.other, user: user)
        record(.write, name, runs: [attempt.run], stateError: stateError ?? laterError)
        return try attempt.result.get()
    }

    /// Keeps that a store misses some of this user's writes, whoever is signed in by now.
    ///
    /// Call it behind a write that may have reached the authoritative store although it failed, as after a timeout, with the
    /// store that was not asked.
    ///
    /// ```swift
    /// let books = migration.pinned(for: user.context)
    /// do {
    ///     try await books.write { try await sqlite.save(book) } new: { try await cloud.save(book) }
    /// } catch let error as Timeout {
    ///     try await books.markIncomplete(books.stage.authority.other)
    ///     throw error
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - origin: The store that misses some.
    ///   - since: The earliest time that the missed records have; without it, the next backfill looks at all of them.
    /// - Throws: What the store of dual-write states throws, as ``Migration/markIncomplete(_:for:since:)`` does. Without such a
    ///   store there is nothing to keep.
    public func markIncomplete(_ origin: MigrationOrigin, since: MigrationTime = .beginning) async throws {
        if let error = await migration.ledger?.markIncomplete(origin, user: user, since: since) { throw error }
    }

    private func writeBoth<Value: Sendable, Failure: Error>(
        _ name: String?,
        began: MigrationTime,
        _ first: @escaping @Sendable () async throws(Failure) -> Value,
        _ second: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let (authority, ledger, environment, user) =
            (stage.authority, migration.ledger, migration.environment, user)
        var stateError = await ledger?.noteDualWrite(user: user, authority: authority)
        let attempt = await Attempt(authority, environment, first)
        guard !attempt.isFailure else {
            record(.write, name, runs: [attempt.run], stateError: stateError)
            return try attempt.result.get()
        }
        // A task of its own, which is not cancelled with this one.
        let (other, laterError) = await Task {
            let other = await Attempt(authority.other, environment, second)
            let error =
                other.isFailure
                ? await ledger?.markIncomplete(authority.other, user: user, since: min(began, environment.now()))
                : await ledger?.noteDualWrite(user: user, authority: authority)
            return (other, error)
        }.value
        stateError = stateError ?? laterError
        record(.write, name, runs: [attempt.run, other.run], stateError: stateError)
        return try attempt.result.get()
    }
}
