/// An error of a tracker.
struct TicketError: Error, CustomStringConvertible {
    /// The problem and its solution, as a sentence.
    let description: String
    /// Whether other requests would fail as well: the token is rejected, the limit is reached, or the server is
    /// unreachable.
    var isFinal = true
    /// The status code of the response; `nil` if there was none.
    var status: Int?

    init(_ description: String, isFinal: Bool = true, status: Int? = nil) {
        self.description = description
        self.isFinal = isFinal
        self.status = status
    }
}
