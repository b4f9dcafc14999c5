import Foundation

@main
struct ReadingList {
    static func main() throws {
        var list = BookList(books: books)
        for book in list.books {
            print(list.line(book))
            print("  \(place(of: book))")
        }
        list.lendAll()
        print("Lent: \(list.lent)")
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        print("As JSON: \(String(decoding: try encoder.encode(list.books), as: UTF8.self))")
    }

    #if OLD_STORE_GONE
    private static let books = [
        FileBook(file: "emma.json", title: "Emma", pageCount: 474),
        FileBook(file: "persuasion.json", title: "Persuasion", pageCount: 249),
    ]

    private static func place(of book: BookSource) -> String { book.file }
    #elseif NEXT_MOVE_BEGUN
    private static let books: [BookSource] = [
        .oldest(TableBook(rowID: 7, title: "Emma", pages: 474)),
        .old(FileBook(file: "persuasion.json", title: "Persuasion", pageCount: 249)),
        .new(CloudBook(recordName: "A1", title: "Sanditon", pageCount: 154)),
    ]

    private static func place(of book: BookSource) -> String {
        switch book {
        case .oldest(let book): "row \(book.rowID) of the table"
        case .old(let book): book.file
        case .new(let book): "record \(book.recordName) in the cloud"
        }
    }
    #else
    /// Books of both stores: *Emma* hasn't moved yet.
    private static let books: [BookSource] = [
        .old(TableBook(rowID: 7, title: "Emma", pages: 474)),
        .new(FileBook(file: "persuasion.json", title: "Persuasion", pageCount: 249)),
    ]

    /// Returns the place of a book, which differs between the stores.
    ///
    /// The compiler requires both cases.
    private static func place(of book: BookSource) -> String {
        switch book {
        case .old(let book): "row \(book.rowID) of the table"
        case .new(let book): book.file
        }
    }
    #endif
}
