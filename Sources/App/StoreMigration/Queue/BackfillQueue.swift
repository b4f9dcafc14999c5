/// A dual-write store on a server, which also lists its users for a ``BackfillRunner``.
///
/// Each user is one row with a ``QueuedUser``. A user waits from the moment that dual writes begin, because
/// ``DualWriteStore/update(_:_:)``, which the ``Migration`` calls, is provided in terms of ``change(_:_:)``. A queue that
/// doesn't store the dual-write state, because the apps do so on the devices, calls ``request(_:)`` instead.
///
/// ```swift
/// struct ServerQueue: BackfillQueue {
///     func change(
///         _ user: String,
///         _ change: @escaping @Sendable (QueuedUser) -> QueuedUser
///     ) async throws -> QueuedUser {
///         try await database.transaction { rows in
///             let before = try rows.text(of: user).map { QueuedUser(user, text: $0) } ?? QueuedUser(user)
///             if let damage = before.damage { throw damage }
///             let after = change(before)
///             if after != before {
///                 try rows.set(user, after.text, after.phase.rawValue, after.due, after.activity)
///             }
///             return after
///         }
///     }
///     …
/// }
/// ```
///
/// ``SQLBackfillQueue`` is a queue in a table of PostgreSQL or SQLite. The product `MigrationTesting` contains a suite that checks your own queue, `BackfillQueueConformance`.
public protocol BackfillQueue: DualWriteStore {
    /// The store that the users' records are copied to: the new one, unless a migration goes back.
    ///
    /// A queue is for one direction. The other direction has a queue of its own.
    var destination: MigrationOrigin { get }

    /// Changes a user based on the current row, while no other change of this row is possible.
    ///
    /// - Parameters:
    ///   - user: The targeting key of the user.
    ///   - change: A closure that returns the new row for the current one, or for `QueuedUser(user)` if there is none.
    ///     An equal row doesn't have to be written. The closure may be called more than once, the last time with the
    ///     row that is replaced.
    /// - Returns: The row after the change, which is durable.
    /// - Throws: An error, after which the row is unchanged.
    @discardableResult
    func change(
        _ user: String,
        _ change: @escaping @Sendable (QueuedUser) -> QueuedUser
    ) async throws -> QueuedUser

    /// Changes the users whom a worker may take, the most recently active first.
    ///
    /// Selecting and changing a row is one transaction, so that no two workers take the same user.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of users.
    ///   - now: The current time: take only rows with ``QueuedUser/isDue(at:)``, so those whose phase is `waiting` or
    ///     `running` and whose ``QueuedUser/due`` is not after it.
    ///   - change: A closure as in ``change(_:_:)``.
    /// - Returns: The changed rows. Read them with ``QueuedUser/init(_:text:activity:)``, and store them even if they are
    ///   equal, so that a damaged one becomes a failed one that doesn't stop the others.
    /// - Throws: An error, after which all rows are unchanged.
    func take(
        _ limit: Int,
        dueAt now: MigrationTime,
        _ change: @escaping @Sendable (QueuedUser) -> QueuedUser
    ) async throws -> [QueuedUser]

    /// Returns the users in a phase, the most recently active first, and equally active ones in the order of their keys'
    /// UTF-8.
    ///
    /// - Parameters:
    ///   - phase: The phase.
    ///   - last: The last user of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of users.
    /// - Returns: The rows.
    /// - Throws: Any error.
    func users(in phase: QueuedUser.Phase, after last: QueuedUser?, limit: Int) async throws -> [QueuedUser]

    /// Returns the number of users in each phase; phases without users can be missing.
    func counts() async throws -> [QueuedUser.Phase: Int]
}

extension BackfillQueue {
    /// The new store.
    public var destination: MigrationOrigin { .new }

    /// Changes the dual-write state of a user, who waits for a backfill if dual writes began.
    @discardableResult
    public func update(
        _ user: String,
        _ change: @escaping @Sendable (DualWriteState) -> DualWriteState
    ) async throws -> DualWriteState {
        let destination = destination
        return try await self.change(user) { row in
            var row = row
            row.set(change(row.dualWrites), into: destination, at: MigrationEnvironment.process.now())
            return row
        }.dualWrites
    }

    /// Returns the row of a user.
    public func user(_ user: String) async throws -> QueuedUser {
        try await change(user) { $0 }
    }

    /// Lets a user wait for a copy, regardless of what is recorded, for example after an upload or a repaired error.
    ///
    /// - Parameter user: The targeting key of the user.
    /// - Throws: Any error of the queue.
    public func request(_ user: String) async throws {
        try await change(user) { row in
            var row = row
            row.request(at: MigrationEnvironment.process.now())
            return row
        }
    }

    /// Lets every failed user wait again, with all attempts.
    ///
    /// It can be called while runners work. A user who fails again meanwhile isn't retried a second time. A damaged
    /// row stays failed; once it is repaired, its user waits again, too.
    ///
    /// - Returns: The number of users.
    /// - Throws: Any error of the queue; users before it wait already.
    @discardableResult
    public func retryFailed() async throws -> Int {
        var count = 0
        var last: QueuedUser?
        while true {
            // A user who fails again meanwhile was active more recently than the last one of a page.
            let failed = try await users(in: .failed, after: last, limit: 100)
            guard let end = failed.last else { return count }
            last = end
            let intact = failed.filter { $0.damage == nil }
            for row in intact {
                // The text of a damaged row that was repaired has the phase before the damage.
                let isRepaired = row.phase != .failed
                try await change(row.user) { row in
                    var row = row
                    if isRepaired { row.phase = .failed }
                    if row.phase == .failed { row.request(at: MigrationEnvironment.process.now()) }
                    return row
                }
            }
            count += intact.count
        }
    }

    /// Returns the number of users in each phase.
    public func report() async throws -> BackfillReport {
        BackfillReport(
            into: destination,
            time: MigrationEnvironment.process.now().millisecondsSince1970 / 1_000,
            counts: try await counts()
        )
    }
}
