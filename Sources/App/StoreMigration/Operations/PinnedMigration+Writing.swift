extension PinnedMigration {
    /// Writes in this stage.
    ///
    /// - Parameters:
    ///   - name: The name of the write in measurements.
    ///   - key: The key of the written record. Of two writes to both stores with the same key, the second begins after
    ///     the first has ended, so both stores receive them in the same order. Writes without a key are serialized for
    ///     each user.
    ///   - date: The time of the record, if the app determined it before this call. If a store misses the write, the
    ///     next backfill begins no later than this time, even if the clock was corrected in between.
    ///   - content: The content of the record for the ``MigrationJournal``; `nil` if it should contain only the key. For
    ///     a deletion, pass ``JournalContent/deletion``; otherwise, a replay reports the record as missing. With a
    ///     content, also pass the time of the record, because a ``MigrationReplay`` compares it with those in the
    ///     stores.
    ///   - old: A closure that writes to the old store.
    ///   - new: A closure that writes to the new store.
    /// - Returns: The result of the authoritative store.
    /// - Throws: The error of the authoritative store. If the failed write may still have been done, for example after
    ///   a timeout, the stores may differ: call ``markIncomplete(_:since:)`` then.
    @discardableResult
    public func write<Value: Sendable, Failure: Error>(
        _ name: String? = nil,
        record key: String? = nil,
        dated date: MigrationTime? = nil,
        content: JournalContent? = nil,
        old: @escaping @Sendable () async throws(Failure) -> Value,
        new: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let authority = stage.authority
        let (first, second) = authority == .old ? (old, new) : (new, old)
        let now = migration.environment.now()
        var entry: JournalEntry?
        if migration.journal != nil, let key {
            entry = JournalEntry(time: date ?? now, stage: stage, record: key, user: user, content: content)
        }
        if stage.writesBoth {
            // Before waiting, because the record may already have its time.
            let began = min(now, date ?? now)
            let turn = await migration.turns.take(key.map { .record($0) } ?? .user(user))
            defer { migration.turns.end(turn) }
            let result = await WriteTurns.$current.withValue(turn) { () async -> Result<Value, Failure> in
                do throws(Failure) {
                    return .success(try await writeBoth(name, key, entry, began: began, first, second))
                } catch {
                    return .failure(error)
                }
            }
            return try result.get()
        }
        let stateError = await migration.ledger?.beginOmission(of: authority.other, user: user, dated: date)
        let attempt = await Attempt(authority, migration.environment, first)
        let laterError = await migration.ledger?.endOmission(of: authority.other, user: user)
        let journalError = attempt.isFailure ? nil : await addToJournal(entry)
        record(
            .write,
            name,
            key: key,
            runs: [attempt.run],
            stateError: stateError ?? laterError,
            journalError: journalError
        )
        return try attempt.result.get()
    }

    /// Adds an entry to the journal, if there is one, and returns the error if that failed.
    private func addToJournal(_ entry: JournalEntry?) async -> (any Error)? {
        guard let entry, let journal = migration.journal else { return nil }
        return await journal.add(entry)
    }

    /// Records that a store missed some of this user's writes, even if another user is signed in by now.
    ///
    /// Call this after a failed write that may still have reached the authoritative store, for example after a timeout.
    /// Pass the store that was not written.
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
    ///   - origin: The store that missed the writes.
    ///   - since: The earliest time of the missed records; by default, the next backfill checks all of them.
    /// - Throws: Any error that the store of dual-write states throws, like ``Migration/markIncomplete(_:for:since:)``.
    ///   Without such a store, nothing is recorded.
    public func markIncomplete(_ origin: MigrationOrigin, since: MigrationTime = .beginning) async throws {
        if let error = await migration.ledger?.markIncomplete(origin, user: user, since: since) { throw error }
    }

    private func writeBoth<Value: Sendable, Failure: Error>(
        _ name: String?,
        _ key: String?,
        _ entry: JournalEntry?,
        began: MigrationTime,
        _ first: @escaping @Sendable () async throws(Failure) -> Value,
        _ second: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let (authority, ledger, environment, user) =
            (stage.authority, migration.ledger, migration.environment, user)
        var stateError = await ledger?.noteDualWrite(user: user, authority: authority)
        let attempt = await Attempt(authority, environment, first)
        guard !attempt.isFailure else {
            record(.write, name, key: key, runs: [attempt.run], stateError: stateError)
            return try attempt.result.get()
        }
        // Before the other store is written, so that the entry exists if the process is killed in between.
        var journalError = await addToJournal(entry)
        // In a separate task, which isn't canceled with this one.
        typealias Outcome = (other: Attempt<Value, Failure>, stateError: (any Error)?, journalError: (any Error)?)
        let (other, laterError, failureError) = await Task { () async -> Outcome in
            let other = await Attempt(authority.other, environment, second)
            guard other.isFailure else {
                return (other, await ledger?.noteDualWrite(user: user, authority: authority), nil)
            }
            return (
                other,
                await ledger?.markIncomplete(authority.other, user: user, since: min(began, environment.now())),
                await addToJournal(entry?.failure(in: authority.other))
            )
        }.value
        stateError = stateError ?? laterError
        journalError = journalError ?? failureError
        record(
            .write,
            name,
            key: key,
            runs: [attempt.run, other.run],
            stateError: stateError,
            journalError: journalError
        )
        return try attempt.result.get()
    }
}
