import Foundation
import StoreMigration

/// The old store, a text file with one line per book.
struct TextShelf: Sendable {
    let url: URL

    func books() throws -> [Book] {
        guard let data = try Data.present(at: url) else { return [] }
        guard let text = String(data: data, encoding: .utf8) else {
            throw ShelfError("\(url.lastPathComponent) is not UTF-8 text; repair it or move it away.")
        }
        return try text.split(separator: "\n").map { line in
            let parts = line.split(separator: "\t", maxSplits: 1)
            guard parts.count == 2, let milliseconds = Int64(parts[0]) else {
                throw ShelfError(
                    "\(url.lastPathComponent) has a line that is not a book: \(line.debugDescription); repair it."
                )
            }
            return Book(title: String(parts[1]), modified: MigrationTime(millisecondsSince1970: milliseconds))
        }
    }

    func add(_ book: Book) throws {
        let books = try books().filter { $0.title != book.title } + [book]
        let lines = books.map { "\($0.modified.millisecondsSince1970)\t\($0.title)\n" }
        try lines.joined().write(to: url, atomically: true, encoding: .utf8)
    }
}

/// The source of the backfill returns pages in an order that never changes.
extension TextShelf: BackfillSource {
    func page(
        of user: String,
        in range: BackfillRange,
        after cursor: String?,
        limit: Int
    ) async throws -> BackfillPage<Book> {
        let books = try books().filter { range.contains($0.modified) }.sorted { $0.title < $1.title }
        let page = books.drop { book in cursor.map { book.title <= $0 } ?? false }.prefix(limit)
        return BackfillPage(Array(page), cursor: page.last?.title)
    }
}

extension TextShelf: ReplayStore {
    func records(_ keys: [String]) async throws -> [String: StoredRecord] { try Book.records(keys, of: books()) }

    func restore(_ records: [RestoredRecord]) async throws {
        for book in try Book.newer(records, than: books()) { try add(book) }
    }
}
