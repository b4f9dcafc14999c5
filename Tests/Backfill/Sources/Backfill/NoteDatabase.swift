import GRDB
import StoreMigration

/// A store of notes in a SQLite database.
final class NoteDatabase: BackfillSource, BackfillDestination, Sendable {
    private let queue: DatabaseQueue

    init(path: String) throws {
        var configuration = Configuration()
        // A destination must wait for other writers.
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        }
        queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE IF NOT EXISTS note (
                        id INTEGER PRIMARY KEY, modified INTEGER NOT NULL, text TEXT NOT NULL, copies INTEGER NOT NULL
                    );
                    CREATE TABLE IF NOT EXISTS checkpoint (user TEXT PRIMARY KEY, text TEXT NOT NULL);
                    """
            )
        }
    }

    /// Writes notes like an app.
    func write(_ notes: some Sequence<Note>) throws {
        try queue.write { database in
            let statement = try database.makeStatement(sql: "INSERT INTO note VALUES (?, ?, ?, 0)")
            for note in notes {
                try statement.execute(arguments: [note.id, note.modified.millisecondsSince1970, note.text])
            }
        }
    }

    /// Inserts or replaces a note like an app.
    func save(_ note: Note) throws {
        try queue.write { database in
            try database.execute(
                sql: """
                    INSERT INTO note VALUES (?, ?, ?, 0)
                    ON CONFLICT (id) DO UPDATE SET text = excluded.text, modified = excluded.modified
                    """,
                arguments: [note.id, note.modified.millisecondsSince1970, note.text]
            )
        }
    }

    /// Returns all notes, and the number of times each one was copied.
    func allNotes() throws -> [(note: Note, copies: Int)] {
        try queue.read { database in
            var notes: [(Note, Int)] = []
            let rows = try Row.fetchCursor(database, sql: "SELECT id, modified, text, copies FROM note ORDER BY id")
            while let row = try rows.next() { notes.append((Self.note(row), row[3])) }
            return notes
        }
    }

    private static func note(_ row: Row) -> Note {
        Note(id: row[0], modified: MigrationTime(millisecondsSince1970: row[1]), text: row[2])
    }

    // MARK: Copying

    func page(
        of user: String,
        in range: BackfillRange,
        after cursor: String?,
        limit: Int
    ) async throws -> BackfillPage<Note> {
        try await queue.read { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT id, modified, text FROM note WHERE id > ? AND modified >= ? ORDER BY id LIMIT ?
                    """
            )
            let from = range.lowerBound?.millisecondsSince1970 ?? .min
            let rows = try Row.fetchCursor(
                statement,
                arguments: [cursor.flatMap { Int64($0) } ?? .min, from, limit]
            )
            var notes: [Note] = []
            while let row = try rows.next() { notes.append(Self.note(row)) }
            return BackfillPage(notes, cursor: notes.last.map { "\($0.id)" })
        }
    }

    func count(of user: String, in range: BackfillRange) async throws -> Int? {
        try await queue.read { database in
            try Int.fetchOne(
                database,
                sql: "SELECT count(*) FROM note WHERE modified >= ?",
                arguments: [range.lowerBound?.millisecondsSince1970 ?? .min]
            )
        }
    }

    func checkpoint(of user: String) async throws -> BackfillCheckpoint? {
        try await queue.read { database in try Self.checkpoint(of: user, database) }
    }

    private static func checkpoint(of user: String, _ database: Database) throws -> BackfillCheckpoint? {
        let text = try String.fetchOne(database, sql: "SELECT text FROM checkpoint WHERE user = ?", arguments: [user])
        return try text.map { try BackfillCheckpoint(text: $0) }
    }

    func commit(_ batch: BackfillBatch<Note>) async throws {
        try await queue.write { database in
            guard try Self.checkpoint(of: batch.user, database) == batch.previous else { throw BackfillError.conflict }
            // A note that is at least as new, from a dual write or an earlier copy, is kept.
            let statement = try database.cachedStatement(
                sql: """
                    INSERT INTO note VALUES (?, ?, ?, 1) ON CONFLICT (id) DO UPDATE SET
                        copies = copies + 1,
                        text = CASE WHEN excluded.modified > modified THEN excluded.text ELSE text END,
                        modified = max(modified, excluded.modified)
                    """
            )
            for note in batch.records {
                try statement.execute(arguments: [note.id, note.modified.millisecondsSince1970, note.text])
            }
            try database.execute(
                sql: "INSERT INTO checkpoint VALUES (?, ?) ON CONFLICT (user) DO UPDATE SET text = excluded.text",
                arguments: [batch.user, batch.checkpoint.text]
            )
        }
    }
}
