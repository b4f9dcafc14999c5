// Lines that end in `// error: TEXT` must cause an error that contains the text; all others must compile.

struct TableBook: Book {
    var title: String
    var pages: Int
    var rowID: Int
}

struct FileBook: Book {
    var title: String
    var pages: Int
    var path: String
}

struct CloudBook: Book {
    var title: String
    var pages: Int
    var recordName: String
}

struct OtherBook: Book {  // error: type 'OtherBook' does not conform to protocol 'DualModel'
    var title: String
    var pages: Int
}

protocol Book: DualModel where Shared == any Book, Dual == BookSource {
    var title: String { get set }
    var pages: Int { get set }
    var summary: String { get }
}

extension Book {
    var asShared: any Book { self }
    static func dual(of shared: any Book) -> BookSource { shared.asDual }
    var summary: String { title }
}

typealias BookSource = TripleSource<TableBook, FileBook, CloudBook>

func sharedMembersCompile(_ book: inout BookSource) -> String {
    book.title += "!"
    book.pages = 3
    return book.summary
}

func membersOfOneModelDoNotCompile(_ book: inout BookSource) {
    _ = book.rowID  // error: has no dynamic member 'rowID' using key path from root type 'any Book'
    book.path = ""  // error: has no dynamic member 'path' using key path from root type 'any Book'
}

func readOnlyMembersCannotBeSet(_ book: inout BookSource) {
    book.summary = ""  // error: 'summary' is a get-only property
    book.pages = "3"  // error: cannot assign value of type 'String' to type 'Int'
}

func switchMustBeExhaustive(_ book: BookSource) -> Int {
    switch book {  // error: switch must be exhaustive
    case .old(let book): book.pages
    case .new(let book): book.pages
    }
}

/// The models of the previous move are other cases than those of this one.
func dualSourceIsConverted(_ book: DualSource<TableBook, FileBook>) -> BookSource {
    BookSource(book)
}

func modelsAreNotInterchangeable(_ book: inout BookSource, _ row: TableBook) {
    book = .old(row)  // error: cannot convert value of type 'TableBook'
}
