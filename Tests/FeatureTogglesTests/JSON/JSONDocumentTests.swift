import Testing
import ToggleBase

@Suite struct JSONDocumentTests {
    private func document(_ text: String, spanDepth: Int = 2) throws -> JSONDocument {
        try JSONReader().document(from: Array(text.utf8), spanDepth: spanDepth)
    }

    private func text(_ range: Range<Int>, of document: JSONDocument) -> String {
        String(decoding: document.bytes[range], as: UTF8.self)
    }

    @Test func recordsPositionsOfMembers() throws {
        let document = try document(" { \"a\" : 1, \"b\": {\"c\": [ 2 ], \"d\": {\"e\": 3}} } ")
        #expect(document.members.map(\.name) == ["a", "b", "c", "d"])
        #expect(document.members.map { text($0.nameRange, of: document) } == [#""a""#, #""b""#, #""c""#, #""d""#])
        #expect(
            document.members.map { text($0.valueRange, of: document) } == [
                "1", #"{"c": [ 2 ], "d": {"e": 3}}"#, "[ 2 ]", #"{"e": 3}"#,
            ]
        )
        #expect(document.members(of: document.index(of: "b")).map(\.name) == ["c", "d"])
        #expect(document.index(of: "b", "d", "e") == nil)
        #expect(document.valueRange == 1..<document.bytes.count - 1)
    }

    @Test func recordsDeeperPositionsOnRequest() throws {
        let text = #"{"a": {"b": {"c": 1}}, "x": [{"y": 1}]}"#
        #expect(try document(text, spanDepth: 3).index(of: "a", "b", "c") == 2)
        #expect(try document(text, spanDepth: 1).members.map(\.name) == ["a", "x"])
        #expect(try document(text, spanDepth: 0).members.isEmpty)
    }

    @Test func listsDuplicateNames() throws {
        let document = try document("{\"a\": 1,\n \"b\": [{\"c\": 1, \"c\": 2}],\n \"a\": 3, \"a\": 4}")
        #expect(document.duplicates.map(\.name) == ["c", "a", "a"])
        #expect(document.duplicates.map(\.path) == [["b", "0"], [], []])
        let places = document.duplicates.map { document.location(at: $0.offset) }
        #expect(places.map(\.line) == [2, 3, 3])
        #expect(places.map(\.column) == [17, 2, 10])
        #expect(document.value == ["a": 4, "b": [["c": 2]]])
    }

    @Test func findsDuplicatesAmongManyNames() throws {
        let names = (0..<1_000).map { "\"n\($0)\": 0" } + ["\"n500\": 1", "\"n0\": 1"]
        let document = try document("{\(names.joined(separator: ","))}")
        #expect(document.duplicates.map(\.name) == ["n500", "n0"])
    }

    @Test func canonicallyEquivalentNamesAreDuplicates() throws {
        let document = try document("{\"\u{E9}\": 1, \"e\u{301}\": 2}")
        #expect(document.duplicates.count == 1)
        #expect(document.index(of: "é") == 1)
    }
}
