import Foundation
import StoreMigration

/// A book on the shelf.
struct Book: Codable, Equatable, Sendable {
    var title: String
    /// The time of the last change, which tells a backfill which books are older than the dual writes.
    var modified: MigrationTime

    /// Returns a title that both stores can hold.
    ///
    /// The old store has one line per book.
    static func title(_ text: String) throws -> String {
        guard !text.isEmpty, !text.contains(where: { $0 == "\t" || $0.isNewline }) else {
            throw ShelfError(
                "A title cannot be empty or contain tabs or line breaks: \(text.debugDescription)."
            )
        }
        return text
    }
}

/// Both shelves replay the journal in the same way. The key of a book is its title.
extension Book {
    static func records(_ keys: [String], of books: [Book]) throws -> [String: StoredRecord] {
        let books = books.filter { keys.contains($0.title) }
        return try Dictionary(
            books.map { ($0.title, try StoredRecord(encoding: $0, modified: $0.modified)) },
            uniquingKeysWith: { $1 }
        )
    }

    /// Returns the restored books, without those that a shelf has in a later version.
    ///
    /// Books are never deleted.
    static func newer(_ records: [RestoredRecord], than books: [Book]) throws -> [Book] {
        try records.compactMap { record in
            if books.contains(where: { $0.title == record.key && $0.modified > record.modified }) { return nil }
            return try record.decoded()
        }
    }
}
