/// Parses the bytes of a stream of server-sent events, in pieces of any size.
///
/// ```swift
/// var parser = ServerSentEventParser()
/// let items = try parser.consume(Array("data: 1\n\n".utf8))   // one event with the data "1"
/// ```
///
/// The size of an event is limited, because its content comes from the server. Invalid UTF-8 is repaired as in
/// browsers. For any input, the parser returns items or throws an error; it never traps.
///
/// - SeeAlso: https://html.spec.whatwg.org/multipage/server-sent-events.html
public struct ServerSentEventParser: Sendable {
    /// An item of a stream.
    public enum Item: Sendable, Hashable {
        /// An event.
        case event(ServerSentEvent)
        /// A heartbeat: a comment, or an event without data.
        case heartbeat
        /// The pause before reconnecting that the server requests; at most a day.
        case retry(Duration)
    }

    /// The maximum size of an event in bytes.
    public let limit: Int

    /// The identifier of the last event with one; empty if there is none.
    public private(set) var lastEventID = ""

    private var line: [UInt8] = []
    private var data: [UInt8] = []
    private var hasData = false
    private var type: [UInt8] = []
    private var pendingID = ""
    private var hasOwnID = false
    private var mark = Mark.possible(0)
    private var skipsLineFeed = false
    private var hasFailed = false

    /// The part of a byte order mark that was found at the start of the stream.
    private enum Mark { case possible(Int), over }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Creates a parser for one connection.
    ///
    /// - Parameters:
    ///   - lastEventID: The identifier that the connection resumes after; empty for none.
    ///   - limit: The maximum size of an event in bytes, at least 1.
    public init(lastEventID: String = "", limit: Int = 1 << 20) {
        self.lastEventID = lastEventID
        pendingID = lastEventID
        self.limit = max(1, limit)
    }

    /// Parses the next bytes of the stream.
    ///
    /// - Parameter bytes: The bytes; an item may be split between calls.
    /// - Returns: The items that the bytes complete, in order. An event that the stream's end truncates is never
    ///   returned.
    /// - Throws: ``ServerSentEventError`` if an event or a line exceeds the limit. From then on, every call throws.
    /// - Complexity: O(*n*) in the number of bytes.
    public mutating func consume(_ bytes: [UInt8]) throws(ServerSentEventError) -> [Item] {
        var items: [Item] = []
        for byte in bytes { try consume(byte, into: &items) }
        return items
    }

    private mutating func consume(_ byte: UInt8, into items: inout [Item]) throws(ServerSentEventError) {
        if case .possible(let seen) = mark {
            if byte == Self.byteOrderMark[seen] {
                mark = seen == 2 ? .over : .possible(seen + 1)
                return
            }
            mark = .over
            for held in Self.byteOrderMark[..<seen] { try consume(held, into: &items) }
        }
        switch byte {
        case UInt8(ascii: "\n") where skipsLineFeed:
            skipsLineFeed = false
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
            skipsLineFeed = byte == UInt8(ascii: "\r")
            endLine(into: &items)
        default:
            skipsLineFeed = false
            if hasFailed || line.count + data.count >= limit {
                hasFailed = true
                throw ServerSentEventError(description: "an event has more than the \(limit) bytes allowed")
            }
            line.append(byte)
        }
    }

    private mutating func endLine(into items: inout [Item]) {
        defer { line.removeAll(keepingCapacity: line.capacity <= 1 << 12) }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            if line.isEmpty { dispatch(into: &items) } else { field(line[...], value: [], into: &items) }
            return
        }
        if colon == 0 {
            items.append(.heartbeat)
            return
        }
        let value = line[(colon + 1)...]
        field(line[..<colon], value: value.first == UInt8(ascii: " ") ? value.dropFirst() : value, into: &items)
    }

    private mutating func field(_ name: ArraySlice<UInt8>, value: ArraySlice<UInt8>, into items: inout [Item]) {
        switch String(decoding: name, as: UTF8.self) {
        case "data":
            data.append(contentsOf: value)
            data.append(UInt8(ascii: "\n"))
            hasData = true
        case "event":
            type = Array(value)
        case "id" where !value.contains(0):
            pendingID = String(decoding: value, as: UTF8.self)
            hasOwnID = !value.isEmpty
        case "retry" where !value.isEmpty && value.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }:
            // A number that doesn't fit exceeds a day.
            let milliseconds = Int(String(decoding: value, as: UTF8.self)) ?? .max
            items.append(.retry(.milliseconds(min(milliseconds, 86_400_000))))
        default: break
        }
    }

    private mutating func dispatch(into items: inout [Item]) {
        lastEventID = pendingID
        if hasData {
            let name = String(decoding: type, as: UTF8.self)
            defer { hasOwnID = false }
            items.append(
                .event(
                    ServerSentEvent(
                        type: name.isEmpty ? "message" : name,
                        data: String(decoding: data.dropLast(), as: UTF8.self),
                        lastEventID: lastEventID,
                        hasOwnID: hasOwnID
                    )
                )
            )
        } else {
            items.append(.heartbeat)
        }
        data.removeAll(keepingCapacity: data.capacity <= 1 << 12)
        hasData = false
        type = []
    }
}
