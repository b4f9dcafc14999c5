/// An error of a tracker.
package struct TicketError: Error, Sendable, CustomStringConvertible {
    /// The problem and its solution, as a sentence.
    package let description: String
    /// Whether other requests would fail as well: the token is rejected, the limit is reached, or the server is
    /// unreachable.
    package let isFinal: Bool
}
