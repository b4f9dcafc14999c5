#if !OLD_STORE_GONE
/// A book of the old store, which is a row of a table.
struct TableBook: Codable, Sendable {
    var rowID: Int
    var title: String
    var pages: Int
    var isLent = false
}
#endif
