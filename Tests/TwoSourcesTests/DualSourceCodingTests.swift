import Foundation
import Testing
import TwoSources

struct DualSourceCodingTests {
    private func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private func decode<Value: Decodable>(_ text: String, as type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }

    @Test(arguments: [BookSource.oldEmma, .newEmma])
    func bothCasesRoundTrip(book: BookSource) throws {
        #expect(try decode(text([book])) == [book])
        let list = try PropertyListEncoder().encode([book, .oldEmma])
        #expect(try PropertyListDecoder().decode([BookSource].self, from: list) == [book, .oldEmma])
    }

    @Test func newEncodingIsReadableWithoutDualSource() throws {
        let book = FileBook(id: "b1", title: "Emma", pageCount: 474)
        #expect(try text(BookSource.newEmma) == text(book))
        #expect(try decode(text(BookSource.newEmma)) == book)
    }

    @Test func modelsWithoutKeysAreDecoded() throws {
        let values: [DualSource<Int, String>] = [.old(1), .new("b")]
        #expect(try text(values) == #"[{"$old":1},"b"]"#)
        #expect(try decode(text(values)) == values)
        let lists: [DualSource<[Int], [String]>] = [.old([1]), .new([])]
        #expect(try decode(text(lists)) == lists)
    }

    @Test func nestedDualSourcesRoundTrip() throws {
        typealias Nested = DualSource<String, DualSource<Int, String>>
        let values: [Nested] = [.old("a"), .new(.old(1)), .new(.new("b"))]
        #expect(try text(values) == #"[{"$old":"a"},{"$new":{"$old":1}},{"$new":"b"}]"#)
        #expect(try decode(text(values)) == values)
        // The same model on both sides, distinguished only by the keys.
        let same: [DualSource<Int, DualSource<Int, Int>>] = [.old(1), .new(.old(1)), .new(.new(1))]
        #expect(try decode(text(same)) == same)
        let inner: [DualSource<DualSource<Int, Int>, Int>] = [.old(.old(1)), .old(.new(1)), .new(1)]
        #expect(try decode(text(inner)) == inner)
        let optional: [DualSource<Int, DualSource<Int, Int>?>] = [.old(1), .new(.old(1)), .new(.new(1)), .new(nil)]
        #expect(try decode(text(optional)) == optional)
        // Data that was encoded without the outer dual source.
        #expect(try decode(#"["b"]"#, as: [Nested].self) == [.new(.new("b"))])
    }

    @Test(arguments: [
        #"{"title": "Emma", "pages": 474, "id": "b1"}"#, #"{"$old": {"title": "Emma"}}"#, #"{"$old": null}"#, "{}",
        "[]", "3", #"{"$new": {}}"#,
    ])
    func unknownDataIsRejected(text: String) {
        #expect(throws: DecodingError.self) { try decode("[\(text)]", as: [BookSource].self) }
    }

    @Test func errorContainsCodingPath() throws {
        let error = #expect(throws: DecodingError.self) {
            try decode(#"{"$old": {"id": "b1", "title": 3}}"#, as: BookSource.self)
        }
        guard case .typeMismatch(_, let context) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["$old", "title"])
    }
}
