import FeatureToggles
import FeatureTogglesHTTP
import Testing

/// Tests of a client whose server publishes an invalid document.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct DocumentFaultTests {
    /// A published text with a name.
    struct Text: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let bytes: [UInt8]

        init(_ name: String, _ text: String) {
            self.init(name, bytes: Array(text.utf8))
        }

        init(_ name: String, bytes: [UInt8]) {
            (testDescription, self.bytes) = (name, bytes)
        }
    }

    private static func flag(_ key: String, _ variant: String) -> String {
        #""\#(key)": {"state": "ENABLED", "variants": {"v": \#(variant)}, "defaultVariant": "v"}"#
    }

    private static func flag(_ key: String, _ variant: String, rule: String) -> String {
        let members = #""variants": {"v": \#(variant)}, "defaultVariant": "v", "targeting": \#(rule)"#
        return #""\#(key)": {"state": "ENABLED", \#(members)}"#
    }

    private static func nested(_ levels: Int) -> String {
        String(repeating: #"{"!": ["#, count: levels) + "1" + String(repeating: "]}", count: levels)
    }

    private static func flags(_ flags: String...) -> String {
        "{\"flags\": {\(flags.joined(separator: ", "))}}"
    }

    static let refused = [
        Text("half a document", #"{"flags": {"page_size": {"state": "ENAB"#), Text("a text", "\"2\""),
        Text("null", "null"), Text("a list", "[]"), Text("flags that are a number", #"{"flags": 7}"#),
        Text("two documents", "{}{}"), Text("a NUL", "{\"flags\": \u{0}{}}"),
        Text("NaN", flags(flag("page_size", "NaN"))),
        Text("a byte that is not UTF-8", bytes: Array("{\"flags\": {\"".utf8) + [0xFF] + Array("\": {}}}".utf8)),
        Text("half a surrogate", flags(flag("page_size", #""\ud800""#))),
        Text("100,000 levels", flags(flag("page_size", String(repeating: "[", count: 100_000)))),
        Text("1e400", flags(flag("page_size", "1e400"))),
        Text("5,001 flags", flags((0...5_000).map { flag("f\($0)", "1") }.joined(separator: ","))),
        Text("1 MiB and a byte", "{}" + String(repeating: " ", count: 1 << 20)),
    ]

    @Test(arguments: Transports.allCases, refused)
    func refusedDocumentChangesNothing(transport: Transports, text: Text) async throws {
        let server = try FaultyServer()
        let client = ToggleClient.following(HTTPRemoteSource(server.server, transport))
        try await expectRecovery(
            from: "a document: \(text.testDescription)",
            transport,
            client,
            server,
            begin: {
                server.set { connection, _ in
                    connection.write(LoopbackAnswer(200, ["ETag": "\"bad\""], body: text.bytes).bytes)
                }
            },
            end: { server.set(nil) }
        )
    }

    static let broken = [
        Text("a text for a number", flag("page_size", "\"true\"")),
        Text("a Boolean for a number", flag("page_size", "true")),
        Text("a fraction", flag("page_size", "2.5")),
        Text("a string of 64 KiB and a byte", flag("page_size", "\"\(String(repeating: "a", count: 65_537))\"")),
        Text("2^63", flag("page_size", "9223372036854775808")), Text("null", flag("page_size", "null")),
        Text("17 levels", flag("page_size", String(repeating: "[", count: 17) + String(repeating: "]", count: 17))),
        Text("17 operators", flag("page_size", "3", rule: nested(17))),
        Text("twice", flag("page_size", "3") + "," + flag("page_size", "4")),
        Text("blank", #""page_size": {}"#), Text("not an object", #""page_size": 3"#),
        Text("an unknown state", #""page_size": {"state": "ON", "variants": {"v": 3}, "defaultVariant": "v"}"#),
        Text("an unknown variant", #""page_size": {"state": "ENABLED", "variants": {"v": 3}, "defaultVariant": "w"}"#),
        Text(
            "an unknown operator",
            #""page_size": {"state": "ENABLED", "variants": {"v": 3}, "defaultVariant": "v", "targeting": {"regex": ["(a+)+$"]}}"#
        ),
    ]

    @Test(arguments: Transports.allCases, broken)
    func brokenFlagDoesNotAffectOthers(transport: Transports, text: Text) async throws {
        let server = try FaultyServer()
        let client = ToggleClient.following(HTTPRemoteSource(server.server, transport))
        await client.until(pageSize: 1)
        server.publish(
            2,
            text: Array(
                "{\"flags\": {\(String(decoding: text.bytes, as: UTF8.self)), \(Self.flag("is_fast", "true"))}}".utf8
            )
        )
        for await isFast in client.updates(of: .isFast) where isFast { break }
        #expect(client.value(of: .pageSize) == 20, "the default in code")
        #expect(client.evaluation(of: .pageSize).error != nil)
        #expect(client.evaluation(of: .isFast).error == nil)
        server.publish(3)
        await client.until(pageSize: 3)
        #expect(client.evaluation(of: .pageSize).error == nil)
        await client.until { $0.status == .ready }
    }
}
