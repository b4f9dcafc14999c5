import Foundation
import StoreMigration

/// A book on the shelf.
struct Book: Codable, Equatable, Sendable {
    var title: String
    /// When it was written last: what tells a backfill which books are older than the dual writes.
    var modified: MigrationTime
}
