/// A backfill queue in a table of an SQL database, through the driver that your server already uses.
///
/// ```swift
/// let queue = SQLBackfillQueue { statement, values in
///     try await database.run(statement, values)
/// }
/// ```
///
/// Each statement is atomic by itself, so the closure needs no transaction. The statements are those of PostgreSQL 9.5
/// and SQLite 3.35 or later, and other databases with `ON CONFLICT` and `RETURNING`. Their parameters, `$1`, `$2` and so
/// on, first occur in this order. Create the table with the statements of ``schema(table:for:)``.
///
/// A change reads a row and replaces it only if its text is still the same; otherwise, it starts over.
public struct SQLBackfillQueue: BackfillQueue {
    /// A parameter of a statement, or a column of a row.
    public enum Value: Sendable, Hashable {
        /// A number of 64 bits.
        case integer(Int64)
        /// A text, which the database stores to the letter.
        case text(String)
    }

    /// The databases whose tables differ.
    public enum Database: Sendable {
        /// PostgreSQL, whose texts need a collation by bytes.
        case postgreSQL
        /// SQLite, whose texts are compared by bytes.
        case sqlite
    }

    /// The store that the users' records are copied to.
    public let destination: MigrationOrigin
    private let table: String
    private let run: @Sendable (_ statement: String, _ values: [Value]) async throws -> [[Value]]

    /// Creates a queue.
    ///
    /// - Parameters:
    ///   - table: The name of the table as it's written in SQL, such as `shop.backfill_queue`. It isn't checked, so it
    ///     must not come from a user.
    ///   - destination: The store that the users' records are copied to.
    ///   - run: A closure that runs a statement with its parameters, and returns the rows.
    public init(
        table: String = "backfill_queue",
        into destination: MigrationOrigin = .new,
        run: @escaping @Sendable (_ statement: String, _ values: [Value]) async throws -> [[Value]]
    ) {
        (self.table, self.destination, self.run) = (table, destination, run)
    }

    /// Returns the statements that create the table and its index if they don't exist.
    ///
    /// - Parameters:
    ///   - table: The name of the table, without a schema.
    ///   - database: The database.
    /// - Returns: Two statements, to be run one after the other.
    public static func schema(table: String = "backfill_queue", for database: Database) -> [String] {
        // The order of users is that of their UTF-8, whatever the language of the database.
        let collation = if case .postgreSQL = database { " COLLATE \"C\"" } else { "" }
        return [
            """
            CREATE TABLE IF NOT EXISTS \(table) (user_id TEXT\(collation) PRIMARY KEY, phase TEXT NOT NULL, \
            due BIGINT NOT NULL, activity BIGINT NOT NULL, text TEXT NOT NULL)
            """,
            "CREATE INDEX IF NOT EXISTS \(table)_phase ON \(table) (phase, activity DESC, user_id)",
        ]
    }

    /// Changes a user.
    ///
    /// - Throws: ``BackfillError`` for a damaged row or one that the database returns other than it was stored, and any
    ///   error of the closure.
    @discardableResult
    public func change(
        _ user: String,
        _ change: @escaping @Sendable (QueuedUser) -> QueuedUser
    ) async throws -> QueuedUser {
        for _ in 0..<Self.attempts {
            let rows = try await run("SELECT user_id, text, activity FROM \(table) WHERE user_id = $1", [.text(user)])
            let row = try rows.first.map(Self.row)
            let before = row?.user ?? QueuedUser(user)
            if let damage = before.damage { throw damage }
            let after = change(before)
            if after == before { return after }
            if try await store(after, over: row?.text) { return after }
        }
        throw BackfillError(
            .queue,
            """
            The row of the user ‘\(MigrationSummary.cut(user))’ was not the same in \(Self.attempts) attempts to change it. \
            Store the column ‘text’ to the letter, and compare it by its bytes.
            """
        )
    }

    /// Changes the users whom a worker may take, the most recently active first.
    ///
    /// - Throws: ``BackfillError`` for rows of another form, and any error of the closure. The users before the error
    ///   are taken until their leases end.
    public func take(
        _ limit: Int,
        dueAt now: MigrationTime,
        _ change: @escaping @Sendable (QueuedUser) -> QueuedUser
    ) async throws -> [QueuedUser] {
        while true {
            let rows = try await run(
                """
                SELECT user_id, text, activity FROM \(table) WHERE phase IN ('waiting', 'running') AND due <= $1 \
                ORDER BY activity DESC, user_id LIMIT $2
                """,
                [.integer(now.millisecondsSince1970), .integer(Int64(max(0, limit)))]
            )
            var taken: [QueuedUser] = []
            for row in try rows.map(Self.row) {
                let after = change(row.user)
                if try await store(after, over: row.text) { taken.append(after) }
            }
            // If other workers have taken all of them meanwhile, there can be more.
            if !taken.isEmpty || rows.isEmpty { return taken }
        }
    }

    /// Returns the users in a phase, the most recently active first.
    public func users(in phase: QueuedUser.Phase, after last: QueuedUser?, limit: Int) async throws -> [QueuedUser] {
        var (condition, values) = ("phase = $1", [Value.text(phase.rawValue)])
        if let last {
            condition += " AND (activity < $2 OR activity = $3 AND user_id > $4)"
            let activity = Value.integer(last.activity.millisecondsSince1970)
            values += [activity, activity, .text(last.user)]
        }
        values.append(.integer(Int64(max(0, limit))))
        return try await run(
            """
            SELECT user_id, text, activity FROM \(table) WHERE \(condition) \
            ORDER BY activity DESC, user_id LIMIT $\(values.count)
            """,
            values
        ).map { try Self.row($0).user }
    }

    /// Returns the number of users in each phase.
    ///
    /// A user in a phase that this version doesn't know has failed, because no runner copies them.
    public func counts() async throws -> [QueuedUser.Phase: Int] {
        let rows = try await run("SELECT phase, count(*) FROM \(table) GROUP BY phase", [])
        return try rows.reduce(into: [:]) { counts, row in
            guard row.count == 2, case .text(let phase) = row[0], case .integer(let count) = row[1] else {
                throw Self.unreadable(row)
            }
            counts[QueuedUser.Phase(rawValue: phase) ?? .failed, default: 0] += Int(clamping: count)
        }
    }

    private static let attempts = 100

    /// Replaces a row whose text is still the same, to the letter, or adds one that is still missing.
    private func store(_ user: QueuedUser, over before: String?) async throws -> Bool {
        var values = [Value.text(user.phase.rawValue), .integer(user.due.millisecondsSince1970)]
        values += [.integer(user.activity.millisecondsSince1970), .text(user.text), .text(user.user)]
        guard let before else {
            return try await !run(
                """
                INSERT INTO \(table) (phase, due, activity, text, user_id) VALUES ($1, $2, $3, $4, $5) \
                ON CONFLICT (user_id) DO NOTHING RETURNING user_id
                """,
                values
            ).isEmpty
        }
        return try await !run(
            """
            UPDATE \(table) SET phase = $1, due = $2, activity = $3, text = $4 \
            WHERE user_id = $5 AND text = $6 RETURNING user_id
            """,
            values + [.text(before)]
        ).isEmpty
    }

    private static func row(_ row: [Value]) throws(BackfillError) -> (user: QueuedUser, text: String) {
        guard row.count == 3, case .text(let user) = row[0], case .text(let text) = row[1],
            case .integer(let activity) = row[2]
        else { throw unreadable(row) }
        return (QueuedUser(user, text: text, activity: MigrationTime(millisecondsSince1970: activity)), text)
    }

    private static func unreadable(_ row: [Value]) -> BackfillError {
        BackfillError(
            .queue,
            """
            The database returned a row with other columns than were selected: \(MigrationSummary.cut("\(row)")). Return \
            each column, numbers as ‘integer’ and texts as ‘text’.
            """
        )
    }
}
