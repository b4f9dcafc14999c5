import Foundation
import StoreMigration

/// The new store, one file with all books and the checkpoint of the backfill, which is replaced as a whole.
struct JSONShelf: Sendable {
    private struct Content: Codable {
        var books: [Book] = []
        var checkpoint: String?
    }

    /// The shape of a book in the file.
    static let validator = RecordValidator<Book>(RecordShape("book", ["title": .string, "modified": .integer]))

    let url: URL

    private func content() throws -> Content {
        guard let data = try Data.present(at: url) else { return Content() }
        do {
            return try JSONDecoder().decode(Content.self, from: data)
        } catch {
            throw ShelfError("\(url.lastPathComponent) is not a valid shelf; repair it or move it away.")
        }
    }

    private func keep(_ content: Content) throws {
        try JSONEncoder().encode(content).write(to: url, options: .atomic)
    }

    func books() throws -> [Book] { try content().books }

    func add(_ book: Book) throws {
        var content = try content()
        content.books = content.books.filter { $0.title != book.title } + [book]
        try keep(content)
    }
}

/// The destination of the backfill commits books and checkpoint in one step.
extension JSONShelf: BackfillDestination {
    func checkpoint(of user: String) async throws -> BackfillCheckpoint? {
        try content().checkpoint.map { try BackfillCheckpoint(text: $0) }
    }

    func commit(_ batch: BackfillBatch<Book>) async throws {
        guard try await checkpoint(of: batch.user) == batch.previous else { throw BackfillError.conflict }
        var content = try content()
        for book in batch.records {
            // Keep a newer book from a dual write.
            if content.books.contains(where: { $0.title == book.title && $0.modified >= book.modified }) { continue }
            content.books = content.books.filter { $0.title != book.title } + [book]
        }
        content.checkpoint = batch.checkpoint.text
        try keep(content)
    }
}

extension JSONShelf: ReplayStore {
    func records(_ keys: [String]) async throws -> [String: StoredRecord] { try Book.records(keys, of: books()) }

    func restore(_ records: [RestoredRecord]) async throws {
        for book in try Book.newer(records, than: books()) { try add(book) }
    }
}
