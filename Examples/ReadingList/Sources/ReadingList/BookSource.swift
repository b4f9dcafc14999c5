import StoreMigration

#if OLD_STORE_GONE
/// A book.
typealias BookSource = FileBook
#else
#if NEXT_MOVE_BEGUN
/// A book from any of three stores: books move from files to the cloud, and some of them are still in the table.
typealias BookSource = TripleSource<TableBook, FileBook, CloudBook>

extension CloudBook: Book {}
#else
/// A book from either store.
typealias BookSource = DualSource<TableBook, FileBook>
#endif

/// The members that the books of all stores have, named as in the new store.
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
