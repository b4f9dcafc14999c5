import StoreMigration

/// A note that both stores contain.
struct Note: Sendable, Hashable {
    let id: Int64
    let modified: MigrationTime
    let text: String
}

/// A store of the notes of all users, the old one or the new one.
struct NoteStore: BackfillSource, BackfillDestination {
    private let database: Database

    init(path: String) throws {
        database = try Database(
            path: path,
            [
                """
                CREATE TABLE IF NOT EXISTS note (
                    user TEXT NOT NULL, id INTEGER NOT NULL, modified INTEGER NOT NULL, text TEXT NOT NULL,
                    copies INTEGER NOT NULL, PRIMARY KEY (user, id)
                )
                """,
                "CREATE TABLE IF NOT EXISTS checkpoint (user TEXT PRIMARY KEY, text TEXT NOT NULL)",
            ]
        )
    }

    /// Adds the notes of many users.
    func add(_ notes: [(user: String, note: Note)]) throws {
        try database.transaction { connection in
            for (user, note) in notes {
                try connection.run(
                    "INSERT INTO note VALUES (?, ?, ?, ?, 0)",
                    .text(user),
                    .integer(note.id),
                    .integer(note.modified.millisecondsSince1970),
                    .text(note.text)
                )
            }
        }
    }

    /// Returns the number of notes, and the number of those that were copied more than once.
    func tally() throws -> (count: Int64, repeated: Int64) {
        try database.transaction { connection in
            let rows = try connection.run("SELECT count(*), count(CASE WHEN copies > 1 THEN 1 END) FROM note")
            return (rows[0][0].integer ?? 0, rows[0][1].integer ?? 0)
        }
    }

    // MARK: Copying

    func page(
        of user: String,
        in range: BackfillRange,
        after cursor: String?,
        limit: Int
    ) async throws -> BackfillPage<Note> {
        let notes = try database.transaction { connection in
            try connection.run(
                "SELECT id, modified, text FROM note WHERE user = ? AND id > ? AND modified >= ? ORDER BY id LIMIT ?",
                .text(user),
                .integer(cursor.flatMap { Int64($0) } ?? .min),
                .integer(range.lowerBound?.millisecondsSince1970 ?? .min),
                .integer(Int64(limit))
            ).map(Self.note)
        }
        return BackfillPage(notes, cursor: notes.last.map { "\($0.id)" })
    }

    private static func note(_ row: [Connection.Value]) throws -> Note {
        guard let id = row[0].integer, let modified = row[1].integer, let text = row[2].text, !text.isEmpty else {
            throw DatabaseError(message: "A note is damaged.")
        }
        return Note(id: id, modified: MigrationTime(millisecondsSince1970: modified), text: text)
    }

    func checkpoint(of user: String) async throws -> BackfillCheckpoint? {
        try database.transaction { try Self.checkpoint(of: user, $0) }
    }

    private static func checkpoint(of user: String, _ connection: borrowing Connection) throws -> BackfillCheckpoint? {
        let rows = try connection.run("SELECT text FROM checkpoint WHERE user = ?", .text(user))
        return try rows.first?[0].text.map { try BackfillCheckpoint(text: $0) }
    }

    func commit(_ batch: BackfillBatch<Note>) async throws {
        try database.transaction { connection in
            guard try Self.checkpoint(of: batch.user, connection) == batch.previous else {
                throw BackfillError.conflict
            }
            for note in batch.records {
                // A note that is at least as new comes from a dual write.
                try connection.run(
                    """
                    INSERT INTO note VALUES (?, ?, ?, ?, 1) ON CONFLICT (user, id) DO UPDATE SET
                        copies = copies + 1,
                        text = CASE WHEN excluded.modified > modified THEN excluded.text ELSE text END,
                        modified = max(modified, excluded.modified)
                    """,
                    .text(batch.user),
                    .integer(note.id),
                    .integer(note.modified.millisecondsSince1970),
                    .text(note.text)
                )
            }
            try connection.run(
                "INSERT OR REPLACE INTO checkpoint VALUES (?, ?)",
                .text(batch.user),
                .text(batch.checkpoint.text)
            )
        }
    }
}
