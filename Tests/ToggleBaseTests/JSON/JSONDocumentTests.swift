import Testing
import ToggleBase

@Suite struct JSONDocumentTests {
    private func document(_ text: String) throws -> JSONDocument {
        try JSONReader().document(from: Array(text.utf8))
    }

    private func text(_ range: Range<Int>, of document: JSONDocument) -> String {
        String(decoding: document.bytes[range], as: UTF8.self)
    }

    @Test func recordsPlacesOfMembers() throws {
        let document = try document(" { \"a\" : 1, \"b\": {\"c\": [ 2 ], \"d\": {\"e\": 3}} } ")
        let members = try #require(document.root.members)
        #expect(members.map(\.name) == ["a", "b"])
        #expect(members.map { text($0.nameRange, of: document) } == [#""a""#, #""b""#])
        #expect(
            members.map { text($0.value.range, of: document) } == ["1", #"{"c": [ 2 ], "d": {"e": 3}}"#]
        )
        #expect(members[1].value.members?.map { text($0.value.range, of: document) } == ["[ 2 ]", #"{"e": 3}"#])
        let element = try #require(members[1].value["c"]?.value.elements?.first)
        #expect(text(element.range, of: document) == "2")
        #expect(document.root.range == 1..<document.bytes.count - 1)
    }

    @Test func listsDuplicateNames() throws {
        let document = try document("{\"a\": 1,\n \"b\": [{\"c\": 1, \"c\": 2}],\n \"a\": 3, \"a\": 4}")
        #expect(document.duplicates.map(\.name) == ["c", "a", "a"])
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
        #expect(document.root["é"]?.value.json == 2)
    }
}
