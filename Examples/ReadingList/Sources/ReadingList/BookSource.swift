import StoreMigration

#if OLD_STORE_GONE
/// A book.
typealias BookSource = FileBook
#else
/// A book from either store.
typealias BookSource = DualSource<TableBook, FileBook>

/// The members that books of both stores have, named as in the new store.
protocol Book: DualModel where Shared == any Book, Dual == BookSource {
    var title: String { get }
    var pageCount: Int { get }
    var isLent: Bool { get set }
}

extension Book {
    var asShared: any Book { self }
    static func dual(of shared: any Book) -> BookSource { shared.asDual }
}

extension FileBook: Book {}

extension TableBook: Book {
    var pageCount: Int { pages }
}
#endif
