// Lines that end in `// error: TEXT` must cause an error that contains the text; all others must compile.

struct TableBook: Book, Equatable {
    var title: String
    var pages: Int
    var rowID: Int
}

struct FileBook: Book, Equatable {
    var title: String
    var pages: Int
    var path: String
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

typealias BookSource = DualSource<TableBook, FileBook>

func sharedMembersCompile(_ book: inout BookSource) -> String {
    book.title += "!"
    book.pages = 3
    return book.summary
}

func membersOfOneModelDoNotCompile(_ book: inout BookSource) {
    _ = book.rowID  // error: has no dynamic member 'rowID' using key path from root type 'any Book'
    book.path = ""  // error: has no dynamic member 'path' using key path from root type 'any Book'
    _ = book.titel  // error: has no dynamic member 'titel' using key path from root type 'any Book'
}

func readOnlyMembersCannotBeSet(_ book: inout BookSource, _ fixed: BookSource) {
    book.summary = ""  // error: 'summary' is a get-only property
    book.pages = "3"  // error: cannot assign value of type 'String' to type 'Int'
    fixed.title = ""  // error: 'fixed' is a 'let' constant
}

func switchMustBeExhaustive(_ book: BookSource) -> Int {
    switch book {  // error: switch must be exhaustive
    case .old(let book): book.rowID
    }
}

/// A dual source of unrelated models has no shared members.
func unrelatedModelsHaveNoMembers(_ value: DualSource<TableBook, Int>) {
    _ = value.title  // error: no exact matches in reference to subscript
}

func equatableRequiresBothModels(_ value: DualSource<TableBook, () -> Void>) -> Bool {
    value == value  // error: cannot conform to 'Equatable'
}

func oldModelIsNotNewModel(_ book: inout BookSource, _ row: TableBook) {
    book = .new(row)  // error: cannot convert value of type 'TableBook'
}
