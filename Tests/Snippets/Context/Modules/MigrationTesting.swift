import DataMigration
import StoreMigration

/// A folder that is deleted after a test.
struct TemporaryFolder {
    let path = "/"

    init() throws {}
}

enum Settings {
    static func steps() throws -> MigrationSteps { try MigrationSteps([]) }
}

struct Book: Codable, Hashable {
    let id: Int
    let owner: String
    let modified: MigrationTime
    let title: String
}

struct NewBooks: BackfillDestination {
    init(path: String) throws {}

    func checkpoint(of user: String) async throws -> BackfillCheckpoint? { nil }
    func commit(_ batch: BackfillBatch<Book>) async throws {}
    func save(_ book: Book) async throws {}
    func books(of user: String) async throws -> [Book] { [] }
}
