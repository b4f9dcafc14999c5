/// One event of a stream of server-sent events.
public struct ServerSentEvent: Sendable, Hashable {
    /// The event's type; `message` when the server names none.
    public let type: String
    /// The event's data; several lines are separated by line feeds.
    public let data: String
    /// The identifier to resume behind: that of this event, else of the last one that had one; empty before any.
    public let lastEventID: String

    /// Creates an event.
    public init(type: String = "message", data: String, lastEventID: String = "") {
        self.type = type
        self.data = data
        self.lastEventID = lastEventID
    }
}
