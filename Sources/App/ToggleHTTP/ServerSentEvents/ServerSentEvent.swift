/// One event of a stream of server-sent events.
public struct ServerSentEvent: Sendable, Hashable {
    /// The event's type, or `message` if the server doesn't specify one.
    public let type: String
    /// The event's data; several lines are separated by line feeds.
    public let data: String
    /// The identifier to resume after: this event's, or otherwise that of the last event with one; empty if there is
    /// none.
    public let lastEventID: String
    /// Whether the identifier is this event's own.
    let hasOwnID: Bool

    /// Creates an event.
    public init(type: String = "message", data: String, lastEventID: String = "") {
        self.init(type: type, data: data, lastEventID: lastEventID, hasOwnID: !lastEventID.isEmpty)
    }

    init(type: String = "message", data: String, lastEventID: String, hasOwnID: Bool) {
        self.type = type
        self.data = data
        self.lastEventID = lastEventID
        self.hasOwnID = hasOwnID
    }
}
