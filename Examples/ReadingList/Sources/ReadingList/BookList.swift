/// The screen, which doesn't depend on either store.
struct BookList {
    var books: [BookSource]

    mutating func lendAll() {
        for index in books.indices { books[index].isLent = true }
    }

    var lent: String {
        books.filter(\.isLent).map(\.title).joined(separator: ", ")
    }

    func line(_ book: BookSource) -> String {
        "\(book.title), \(book.pageCount) pages"
    }
}
