import FeatureTogglesHTTP
import Testing

@testable import ToggleHTTP

struct ServerSentEventParserTests {
    typealias Item = ServerSentEventParser.Item

    struct Case: CustomTestStringConvertible {
        let name: String
        let stream: [UInt8]
        let items: [Item]

        init(_ name: String, _ stream: String, _ items: [Item]) {
            self.init(name, bytes: Array(stream.utf8), items)
        }

        init(_ name: String, bytes: [UInt8], _ items: [Item]) {
            self.name = name
            stream = bytes
            self.items = items
        }

        var testDescription: String { name }
    }

    private static func event(_ data: String, type: String = "message", id: String = "") -> Item {
        .event(ServerSentEvent(type: type, data: data, lastEventID: id))
    }

    /// An event without an identifier of its own.
    private static func event(_ data: String, after id: String) -> Item {
        .event(ServerSentEvent(data: data, lastEventID: id, hasOwnID: false))
    }

    static let cases: [Case] = [
        Case("line feeds", "data: a\n\n", [event("a")]),
        Case("carriage returns", "data: a\r\rdata: b\r\r", [event("a"), event("b")]),
        Case("both", "data: a\r\n\r\ndata: b\r\n\r\n", [event("a"), event("b")]),
        Case("mixed", "data: a\r\ndata: b\rdata: c\n\r\n", [event("a\nb\nc")]),
        Case("a byte order mark", bytes: [0xEF, 0xBB, 0xBF] + Array("data: a\n\n".utf8), [event("a")]),
        Case(
            "only one byte order mark is skipped",
            bytes: [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF] + Array("data: a\n\ndata: b\n\n".utf8),
            [.heartbeat, event("b")]
        ),
        Case("half a byte order mark", bytes: [0xEF, 0xBB] + Array("\ndata: a\n\n".utf8), [event("a")]),
        Case("one space after the colon is skipped", "data:a\n\ndata:  b\n\n", [event("a"), event(" b")]),
        Case("a line without a colon", "data\n\n", [event("")]),
        Case("two lines without a colon", "data\ndata\n\n", [event("\n")]),
        Case("a colon in the data", "data: a:b\n\n", [event("a:b")]),
        Case("types last for one event", "event: put\ndata: a\n\ndata: b\n\n", [event("a", type: "put"), event("b")]),
        Case(
            "identifiers last",
            "id: 7\ndata: a\n\ndata: b\n\nid\ndata: c\n\n",
            [event("a", id: "7"), event("b", after: "7"), event("c")]
        ),
        Case(
            "an identifier with NUL",
            "id: 7\ndata: a\n\nid: 8\0\ndata: b\n\n",
            [event("a", id: "7"), event("b", after: "7")]
        ),
        Case("comments only", ": a\n:\n:b\n", [.heartbeat, .heartbeat, .heartbeat]),
        Case("an event without data", "event: put\n\n", [.heartbeat]),
        Case("an identifier without data counts", "id: 7\n\ndata: a\n\n", [.heartbeat, event("a", id: "7")]),
        Case("a missing empty line", "data: a\n", []),
        Case("retry", "retry: 1500\n", [.retry(.milliseconds(1_500))]),
        Case("retry 0", "retry: 0\n", [.retry(.zero)]),
        Case("retry as 1e18", "retry: 1e18\n", []),
        Case("retry with a sign or nothing", "retry: -1\nretry:\nretry: +1\n", []),
        Case("retry beyond a day", "retry: 1000000000000000000\n", [.retry(.seconds(86_400))]),
        Case("retry beyond all numbers", "retry: \(String(repeating: "9", count: 99))\n", [.retry(.seconds(86_400))]),
        Case("unknown fields", "date: a\nDATA: b\n data: c\ndata : d\n\n", [.heartbeat]),
        Case(
            "text that is not UTF-8",
            bytes: Array("data: a".utf8) + [0xFF] + Array("\n\n".utf8),
            [event("a\u{FFFD}")]
        ),
        Case("letters of several bytes", "data: äöü €\u{1F600}\n\n", [event("äöü €\u{1F600}")]),
    ]

    @Test(arguments: cases)
    func parsesAsSpecified(test: Case) throws {
        var parser = ServerSentEventParser()
        #expect(try parser.consume(test.stream) == test.items)
    }

    @Test(arguments: cases)
    func parsesBytesSplitAnywhere(test: Case) throws {
        for cut in 0...test.stream.count {
            var parser = ServerSentEventParser()
            let items = try parser.consume(Array(test.stream[..<cut])) + parser.consume(Array(test.stream[cut...]))
            #expect(items == test.items, "cut at byte \(cut)")
        }
        var parser = ServerSentEventParser()
        var items: [Item] = []
        for byte in test.stream { items += try parser.consume([byte]) }
        #expect(items == test.items, "byte by byte")
    }

    @Test func limitsEventSize() throws {
        var parser = ServerSentEventParser()
        let part = Array("data: \(String(repeating: "a", count: 1_000))\n".utf8)
        let failure = #expect(throws: ServerSentEventError.self) {
            for _ in 0..<10_000 { _ = try parser.consume(part) }
        }
        #expect(failure?.description == "an event has more than the 1048576 bytes allowed")
        #expect(throws: ServerSentEventError.self) { try parser.consume(Array("data: a\n\n".utf8)) }
    }

    @Test func limitsLineLength() {
        var parser = ServerSentEventParser(limit: 64)
        #expect(throws: ServerSentEventError.self) {
            try parser.consume([UInt8](repeating: UInt8(ascii: "a"), count: 65))
        }
    }

    @Test func limitAppliesToEachEvent() throws {
        var parser = ServerSentEventParser(limit: 64)
        for _ in 0..<1_000 { #expect(try parser.consume(Array("data: a\n\n".utf8)) == [Self.event("a")]) }
    }

    @Test func resumesAfterIdentifier() throws {
        var parser = ServerSentEventParser(lastEventID: "7")
        #expect(try parser.consume(Array("data: a\n\n".utf8)) == [Self.event("a", after: "7")])
    }
}
