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
