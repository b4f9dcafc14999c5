/// An error after which a stream of server-sent events can't be read any further.
public struct ServerSentEventError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A sentence that says why.
    public let description: String
}
