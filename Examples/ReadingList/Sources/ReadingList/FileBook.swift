/// A book of the new store, which is a file.
struct FileBook: Codable, Sendable {
    var file: String
    var title: String
    var pageCount: Int
    var isLent = false
}
