#if NEXT_MOVE_BEGUN
/// A book of the store to which the books move next, which is a record in the cloud.
struct CloudBook: Codable, Sendable {
    var recordName: String
    var title: String
    var pageCount: Int
    var isLent = false
}
#endif
