import Foundation
import StoreMigration

/// A book on the shelf.
struct Book: Codable, Equatable, Sendable {
    var title: String
    /// When it was written last: what tells a backfill which books are older than the dual writes.
    var modified: MigrationTime

    /// A title that both stores can keep: the old one has a line for each book.
    static func title(_ text: String) throws -> String {
        guard !text.isEmpty, !text.contains(where: { $0 == "\t" || $0.isNewline }) else {
            throw ShelfError(
                "A title has a letter at least, and neither tabs nor line breaks: \(text.debugDescription)."
            )
        }
        return text
    }
}
