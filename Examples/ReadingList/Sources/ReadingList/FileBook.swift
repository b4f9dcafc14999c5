/// A book as the new store has it: a file.
struct FileBook: Codable, Sendable {
    var file: String
    var title: String
    var pageCount: Int
    var isLent = false
}
