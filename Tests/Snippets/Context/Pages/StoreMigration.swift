import FeatureToggles
import StoreMigration

struct Book: Codable, Hashable {
    let id: Int
    var owner = ""
    var modified = MigrationTime.beginning
    var title = ""
    var document: [String: any Sendable] { [:] }
}

let id = 7

let book = Book(id: id)

let note = book

/// The old store.
struct Table {
    func book(_ id: Int) async throws -> Book { Book(id: id) }
    func save(_ book: Book) async throws {}
    func hasBooks() async throws -> Bool { false }
    func backUp(to path: String) async throws {}
}

let sqlite = Table()

/// Stores with synchronous callers.
struct LocalBooks {
    func book(id: String) throws -> Book? { nil }
    func save(_ book: Book) throws {}
}

let localBooks = LocalBooks()

let newBooks = LocalBooks()

let writes = WriteQueue(path: "/book.writes") { _ in }

/// The new store.
struct Cloud {
    func book(_ id: Int) async throws -> Book { Book(id: id) }
    func save(_ book: Book) async throws {}
    func save(_ document: [String: any Sendable]) async throws {}
    func saveIfNewer(_ book: Book) async throws {}
    func delete(id: String) async throws {}
    func shelf(of user: String) async throws -> (count: Int, books: [Book]) { (0, []) }
    func setCount(_ count: Int, of user: String) async throws {}
}

let cloud = Cloud()

struct Timeout: Error {}

let dualWrites = FileDualWriteStore(path: "/dual-writes.json")

let migration = Migration(.bookStore, toggles: client, dualWrites: dualWrites)

let journal = MigrationJournal(path: "/books.journal")

struct Metrics {
    func record(_ measurement: MigrationMeasurement) {}
}

let metrics = Metrics()

func remember(_ user: String, _ origin: MigrationOrigin) {}

func remembered() -> [(String, MigrationOrigin)] { [] }

func log(_ record: String, _ problem: Any) {}

// The stores of a backfill.

struct OldBooks: BackfillSource {
    init() {}
    init(path: String) throws {}

    func page(
        of user: String,
        in range: BackfillRange,
        after cursor: String?,
        limit: Int
    ) async throws -> BackfillPage<Book> {
        BackfillPage([], cursor: nil)
    }

    func save(_ book: Book) async throws {}
}

typealias UploadedBooks = OldBooks

struct NewBooks: BackfillDestination {
    init() {}
    init(path: String) throws {}

    func checkpoint(of user: String) async throws -> BackfillCheckpoint? { nil }
    func commit(_ batch: BackfillBatch<Book>) async throws {}
    func save(_ book: Book) async throws {}
    func books(of user: String) async throws -> [Book] { [] }
}

let backfill = Backfill(from: OldBooks(), to: NewBooks(), dualWrites: dualWrites)

/// A database with transactions.
struct Database {
    func read<Value>(_ work: (Database) throws -> Value) async throws -> Value { try work(self) }
    func write<Value>(_ work: (Database) throws -> Value) async throws -> Value { try work(self) }
    func run(_ sql: String, _ values: [SQLBackfillQueue.Value]) async throws -> [[SQLBackfillQueue.Value]] { [] }
    func checkpoint(_ user: String) throws -> String? { nil }
    func setCheckpoint(_ text: String, _ user: String) throws {}
    func insertOrReplaceIfNewer(_ book: Book) throws {}
    func books(of user: String, since time: MigrationTime, after id: Int, limit: Int) throws -> [Book] { [] }
}

let database = Database()

func ServerQueue(path: String) throws -> InMemoryBackfillQueue { InMemoryBackfillQueue() }

let queue = InMemoryBackfillQueue()

func ReplayableTable(_ table: Table) -> any ReplayStore { fatalError() }

func ReplayableBooks(_ cloud: Cloud) -> any ReplayStore { fatalError() }

let folder = "/"

var server: any BackfillUploader { fatalError() }

var upload: BackfillUpload { fatalError() }
