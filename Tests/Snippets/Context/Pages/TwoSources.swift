protocol Book {
    var title: String { get }
}

struct FirestoreBook: Book {
    var title = ""
}

struct SQLBook: Book {
    var title = ""
}
