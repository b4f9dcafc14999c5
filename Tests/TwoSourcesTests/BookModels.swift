import TwoSources

/// The shared members of the models of two stores.
protocol Book: DualModel where Shared == any Book, Dual == BookSource {
    var title: String { get set }
    var pageCount: Int { get set }
    var tags: [String] { get set }
    var cover: Cover { get set }
    /// A read-only member.
    var summary: String { get }
    /// A method.
    func isAbout(_ word: String) -> Bool
}

extension Book {
    var asShared: any Book { self }
    static func dual(of shared: any Book) -> BookSource { shared.asDual }

    var summary: String { "\(title), \(pageCount) pages" }
    func isAbout(_ word: String) -> Bool { tags.contains(word) }
}

typealias BookSource = DualSource<TableBook, FileBook>

struct Cover: Hashable, Codable {
    var color: String
}

/// The model of the old store.
struct TableBook: Book, Hashable, Codable, Identifiable {
    var id: String
    var title: String
    var pages: Int
    var tags: [String] = []
    var cover = Cover(color: "red")
    var rowID = 7

    var pageCount: Int {
        get { pages }
        set { pages = newValue }
    }
}

/// The model of the new store.
struct FileBook: Book, Hashable, Codable, Identifiable {
    var id: String
    var title: String
    var pageCount: Int
    var tags: [String] = []
    var cover = Cover(color: "red")
    var path = "emma.json"
}

extension BookSource {
    static let oldEmma = BookSource.old(TableBook(id: "b1", title: "Emma", pages: 474))
    static let newEmma = BookSource.new(FileBook(id: "b1", title: "Emma", pageCount: 474))
}
