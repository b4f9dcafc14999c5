/// Why a tracker has no answer.
package struct TicketError: Error, Sendable, CustomStringConvertible {
    /// A sentence that says what, and what to do.
    package let description: String
    /// Whether nothing else would work either: the token is refused, the limit is reached, nobody is there.
    package let isFinal: Bool
}
