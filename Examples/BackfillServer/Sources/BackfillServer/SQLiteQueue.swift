import StoreMigration

/// A backfill queue in an SQLite table with a row for each user.
struct SQLiteQueue: BackfillQueue {
    private let database: Database

    init(path: String) throws {
        database = try Database(
            path: path,
            """
            CREATE TABLE IF NOT EXISTS queue (
                user TEXT PRIMARY KEY, phase TEXT NOT NULL, due INTEGER NOT NULL, activity INTEGER NOT NULL,
                text TEXT NOT NULL
            );
            CREATE INDEX IF NOT EXISTS queue_phase ON queue (phase, activity DESC, user)
            """
        )
    }

    func change(
        _ user: String,
        _ change: @escaping @Sendable (QueuedUser) -> QueuedUser
    ) async throws -> QueuedUser {
        try database.transaction { connection in
            let rows = try connection.run("SELECT user, text, activity FROM queue WHERE user = ?", .text(user))
            let before = rows.first.map(Self.user) ?? QueuedUser(user)
            if let damage = before.damage { throw damage }
            let after = change(before)
            if after != before { try Self.store(after, connection) }
            return after
        }
    }

    func take(
        _ limit: Int,
        dueAt now: MigrationTime,
        _ change: @escaping @Sendable (QueuedUser) -> QueuedUser
    ) async throws -> [QueuedUser] {
        try database.transaction { connection in
            let rows = try connection.run(
                """
                SELECT user, text, activity FROM queue WHERE phase IN ('waiting', 'running') AND due <= ?
                ORDER BY activity DESC, user LIMIT ?
                """,
                .integer(now.millisecondsSince1970),
                .integer(Int64(limit))
            )
            return try rows.map { row in
                // A damaged row becomes a failed one, so that it isn't taken again.
                let user = change(Self.user(row))
                try Self.store(user, connection)
                return user
            }
        }
    }

    func users(in phase: QueuedUser.Phase, after last: QueuedUser?, limit: Int) async throws -> [QueuedUser] {
        try database.transaction { connection in
            let rows = try connection.run(
                """
                SELECT user, text, activity FROM queue
                WHERE phase = ?1 AND (?2 = 0 OR activity < ?3 OR activity = ?3 AND user > ?4)
                ORDER BY activity DESC, user LIMIT ?5
                """,
                .text(phase.rawValue),
                .integer(last == nil ? 0 : 1),
                .integer(last?.activity.millisecondsSince1970 ?? 0),
                .text(last?.user ?? ""),
                .integer(Int64(limit))
            )
            return rows.map(Self.user)
        }
    }

    func counts() async throws -> [QueuedUser.Phase: Int] {
        try database.transaction { connection in
            var counts: [QueuedUser.Phase: Int] = [:]
            for row in try connection.run("SELECT phase, count(*) FROM queue GROUP BY phase") {
                // Another program wrote an unknown phase, and no runner copies its users.
                let phase = row[0].text.flatMap { QueuedUser.Phase(rawValue: $0) } ?? .failed
                counts[phase, default: 0] += Int(row[1].integer ?? 0)
            }
            return counts
        }
    }

    private static func user(_ row: [Connection.Value]) -> QueuedUser {
        QueuedUser(
            row[0].text ?? "",
            text: row[1].text ?? "",
            activity: MigrationTime(millisecondsSince1970: row[2].integer ?? 0)
        )
    }

    private static func store(_ user: QueuedUser, _ connection: borrowing Connection) throws {
        try connection.run(
            "INSERT OR REPLACE INTO queue VALUES (?, ?, ?, ?, ?)",
            .text(user.user),
            .text(user.phase.rawValue),
            .integer(user.due.millisecondsSince1970),
            .integer(user.activity.millisecondsSince1970),
            .text(user.text)
        )
    }
}
