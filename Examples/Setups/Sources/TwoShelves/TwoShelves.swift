import TwoSources

/// Books from Firestore and from Cloud SQL in one list, which reads and writes what both have.
@main
struct TwoShelves {
    static func main() {
        var books: [BookSource] = [
            .firestore(FirestoreBook(documentID: "a1", title: "Emma", pages: 474)),
            .cloudSQL(SQLBook(row: 7, title: "Persuasion", pageCount: 249)),
        ]
        for index in books.indices { books[index].title += " (lent)" }
        for book in books {
            let place =
                switch book {
                case .firestore(let book): "document \(book.documentID)"
                case .cloudSQL(let book): "row \(book.row)"
                }
            print("\(book.id): \(book.title), \(book.pageCount) pages, \(place)")
        }
    }
}

struct FirestoreBook {
    var documentID: String
    var title: String
    var pages: Int
}

struct SQLBook {
    var row: Int
    var title: String
    var pageCount: Int
}

/// The members that both books have.
protocol Book {
    var id: String { get }
    var title: String { get set }
    var pageCount: Int { get }
    var source: BookSource { get }
}

extension FirestoreBook: Book {
    var id: String { documentID }
    var pageCount: Int { pages }
    var source: BookSource { .firestore(self) }
}

extension SQLBook: Book {
    var id: String { "\(row)" }
    var source: BookSource { .cloudSQL(self) }
}

enum BookSource: WritableSharedSource, Identifiable {
    case firestore(FirestoreBook)
    case cloudSQL(SQLBook)

    var id: String { shared.id }
    var shared: any Book {
        get {
            switch self {
            case .firestore(let book): book
            case .cloudSQL(let book): book
            }
        }
        set { self = newValue.source }
    }
}
