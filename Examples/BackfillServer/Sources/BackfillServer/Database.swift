import CSQLite
import StoreMigration
import Synchronization

/// A connection to an SQLite database, whose transactions run one after another.
///
/// A server with more than a few users waits for the disk on its own threads instead.
final class Database: Sendable {
    private let connection: Mutex<Connection>

    init(path: String, _ schema: [String]) throws {
        var handle: OpaquePointer?
        guard sqlite3_open(path, &handle) == SQLITE_OK, let handle else {
            throw DatabaseError(message: "\(path) can't be opened.")
        }
        let connection = Connection(handle: handle)
        // Other processes use the same file.
        sqlite3_busy_timeout(handle, 30_000)
        try connection.run("PRAGMA journal_mode = WAL")
        try connection.run("PRAGMA synchronous = NORMAL")
        for statement in schema { try connection.run(statement) }
        self.connection = Mutex(connection)
    }

    deinit {
        _ = connection.withLock { sqlite3_close($0.handle) }
    }

    /// Runs a single statement, and returns its rows.
    func run(_ sql: String, _ values: [Connection.Value]) throws -> [[Connection.Value]] {
        try connection.withLock { try $0.run(sql, values) }
    }

    /// Runs a transaction that no other process can interrupt.
    func transaction<Result: Sendable>(_ body: (borrowing Connection) throws -> Result) throws -> Result {
        try connection.withLock { connection in
            try connection.run("BEGIN IMMEDIATE")
            do {
                let result = try body(connection)
                try connection.run("COMMIT")
                return result
            } catch {
                _ = try? connection.run("ROLLBACK")
                throw error
            }
        }
    }
}

/// An error of SQLite.
struct DatabaseError: Error, CustomStringConvertible {
    let message: String
    var description: String { message }
}

/// An open connection, within a transaction.
struct Connection: ~Copyable {
    let handle: OpaquePointer

    /// A value in a row, or of a parameter of a statement.
    typealias Value = SQLBackfillQueue.Value

    /// Runs a statement, and returns its rows.
    @discardableResult
    func run(_ sql: String, _ values: Value...) throws -> [[Value]] { try run(sql, values) }

    func run(_ sql: String, _ values: [Value]) throws -> [[Value]] {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure(sql) }
        defer { sqlite3_finalize(statement) }
        for (index, value) in values.enumerated() {
            switch value {
            case .integer(let number): sqlite3_bind_int64(statement, Int32(index + 1), number)
            case .text(let text):
                // SQLite copies the text.
                let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
                sqlite3_bind_text(statement, Int32(index + 1), text, Int32(text.utf8.count), copies)
            }
        }
        var rows: [[Value]] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_DONE: return rows
            case SQLITE_ROW:
                rows.append(
                    (0..<sqlite3_column_count(statement)).map { column in
                        if sqlite3_column_type(statement, column) == SQLITE_INTEGER {
                            return .integer(sqlite3_column_int64(statement, column))
                        }
                        let count = Int(sqlite3_column_bytes(statement, column))
                        let bytes = UnsafeRawBufferPointer(start: sqlite3_column_blob(statement, column), count: count)
                        return .text(String(decoding: bytes, as: UTF8.self))
                    }
                )
            default: throw failure(sql)
            }
        }
    }

    private func failure(_ sql: String) -> DatabaseError {
        DatabaseError(message: "\(String(cString: sqlite3_errmsg(handle))): \(sql)")
    }
}

extension SQLBackfillQueue.Value {
    var text: String? { if case .text(let text) = self { text } else { nil } }
    var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
}
