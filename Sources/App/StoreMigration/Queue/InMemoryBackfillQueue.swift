import ToggleBase

/// A backfill queue in memory, for tests and previews.
public final class InMemoryBackfillQueue: BackfillQueue {
    /// The store that the users' records are copied to.
    public let destination: MigrationOrigin
    private let rows = Mutex<[String: QueuedUser]>([:])

    /// Creates an empty queue.
    ///
    /// - Parameter destination: The store that the users' records are copied to.
    public init(into destination: MigrationOrigin = .new) {
        self.destination = destination
    }

    /// Changes a user.
    @discardableResult
    public func change(
        _ user: String,
        _ change: @escaping @Sendable (QueuedUser) -> QueuedUser
    ) async throws -> QueuedUser {
        rows.withLock { rows in
            let before = rows[user] ?? QueuedUser(user)
            let after = change(before)
            if after != before { rows[user] = after }
            return after
        }
    }

    /// Changes the users whom a worker may take.
    ///
    /// - Complexity: O(*n* log *n*) in the number of users.
    public func take(
        _ limit: Int,
        dueAt now: MigrationTime,
        _ change: @escaping @Sendable (QueuedUser) -> QueuedUser
    ) async throws -> [QueuedUser] {
        rows.withLock { rows in
            Self.sorted(rows.values.filter { $0.isDue(at: now) }).prefix(max(0, limit)).map { row in
                let changed = change(row)
                rows[row.user] = changed
                return changed
            }
        }
    }

    /// Returns the users in a phase, the most recently active first.
    ///
    /// - Complexity: O(*n* log *n*) in the number of users.
    public func users(
        in phase: QueuedUser.Phase,
        after last: QueuedUser?,
        limit: Int
    ) async throws -> [QueuedUser] {
        rows.withLock { rows in
            let all = rows.values.filter { row in row.phase == phase && last.map { Self.isBefore($0, row) } ?? true }
            return Array(Self.sorted(all).prefix(max(0, limit)))
        }
    }

    /// Returns the number of users in each phase.
    public func counts() async throws -> [QueuedUser.Phase: Int] {
        rows.withLock { rows in rows.values.reduce(into: [:]) { $0[$1.phase, default: 0] += 1 } }
    }

    private static func sorted(_ rows: [QueuedUser]) -> [QueuedUser] { rows.sorted(by: isBefore) }

    private static func isBefore(_ left: QueuedUser, _ right: QueuedUser) -> Bool {
        left.activity == right.activity
            ? left.user.utf8.lexicographicallyPrecedes(right.user.utf8) : left.activity > right.activity
    }
}
