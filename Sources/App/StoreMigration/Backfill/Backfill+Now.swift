extension Backfill {
    /// Copies a record at once, before the backfill reaches it.
    ///
    /// Call this for a record that a user opens or is about to change, for example because a write to the new store
    /// changes a single field of a record that has to exist there.
    ///
    /// ```swift
    /// let book = try await sqlite.book(id)
    /// try await backfill.copyNow(book, of: user.id)
    /// ```
    ///
    /// A backfill of the same user may be running, in this process or another one: neither disturbs the other. The
    /// destination keeps a record that was written at the same time or later, so it doesn't matter how often a record is
    /// copied, or whether it was changed after you read it. Only the backfill counts records, when it reaches them, so
    /// a record that was copied at once is counted once.
    ///
    /// Like in a backfill, a record that is deleted from both stores while it is copied reappears in the destination.
    ///
    /// - Parameters:
    ///   - record: The record, as read from the source.
    ///   - user: The targeting key of the record's user.
    /// - Returns: Whether the record was passed to the destination; `false` if the backfill of this user is done, so
    ///   that the destination has it already.
    /// - Throws: `CancellationError`, ``BackfillError/conflict`` if the checkpoint changed during each of many attempts,
    ///   or any error that a store throws. The record is then copied by the backfill.
    @discardableResult
    public func copyNow(_ record: Source.Record, of user: String) async throws -> Bool {
        try await copyNow(all: [record], of: user)
    }

    /// Copies records at once, in one commit, before the backfill reaches them.
    ///
    /// This is like ``copyNow(_:of:)``, for example for the records on a screen.
    ///
    /// - Parameters:
    ///   - records: The records, as read from the source; no more than your destination can commit at once.
    ///   - user: The targeting key of the records' user.
    /// - Returns: Whether the records were passed to the destination; `false` if the backfill of this user is done, or
    ///   if there are no records.
    /// - Throws: `CancellationError`, ``BackfillError/conflict`` if the checkpoint changed during each of many attempts,
    ///   or any error that a store throws. The records are then copied by the backfill.
    @discardableResult
    public func copyNow(all records: [Source.Record], of user: String) async throws -> Bool {
        if records.isEmpty { return false }
        let start = start(in: try await dualWrites.state(of: user))
        var attempt = 1
        while true {
            try Task.checkCancellation()
            let checkpoint = try await destination.checkpoint(of: user)
            if status(checkpoint, start: start).isDone { return false }
            do {
                // The checkpoint doesn't change, so a running backfill doesn't notice this commit.
                try await commit(records, from: checkpoint, to: checkpoint ?? BackfillCheckpoint(), of: user)
                return true
            } catch let error as BackfillError where error.code == .conflict && attempt < Self.maximumAttempts {
                // The backfill has committed a batch in the meantime. Let it continue before trying again.
                if attempt > Self.eagerAttempts { try await environment.sleep(.milliseconds(attempt)) }
                attempt += 1
            }
        }
    }

    /// The number of attempts to commit beside a backfill, which take some seconds in total.
    private static var maximumAttempts: Int { 100 }
    /// The number of attempts without a pause.
    private static var eagerAttempts: Int { 10 }
}
