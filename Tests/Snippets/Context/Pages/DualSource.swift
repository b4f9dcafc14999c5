import FeatureToggles
import StoreMigration

typealias BookSource = DualSource<TableBook, FileBook>

/// The model of the old store.
struct TableBook {
    let rowID: Int
    var title: String
    var pages: Int
    var summary: String { title }
}

/// The model of the new store.
struct FileBook {
    let path: String
    var title: String
    var pageCount: Int
    var summary: String { title }
}

/// The model of the newest of three stores.
struct CloudBook {
    let recordName: String
    var title: String
    var pageCount: Int
    var summary: String { title }
}

protocol Book: DualModel where Shared == any Book, Dual == BookSource {
    var title: String { get set }
    var pageCount: Int { get set }
    var summary: String { get }
}
extension Book {
    var asShared: any Book { self }
    static func dual(of shared: any Book) -> BookSource { shared.asDual }
}
extension FileBook: Book {
    var asDual: BookSource { fatalError() }
}
extension TableBook: Book {
    var asDual: BookSource { fatalError() }
    var pageCount: Int {
        get { pages }
        set { pages = newValue }
    }
}

func open(row: Int) {}

func open(file: String) {}

func open(record: String) {}

var book: BookSource { fatalError() }

let books = Migration(.bookStore, toggles: client)

let id = 7

struct Store<Record> {
    func book(_ id: Int) async throws -> Record { fatalError() }
}

let table = Store<TableBook>()

let files = Store<FileBook>()
