import Foundation
import Testing
import ToggleBase

/// Foundation's coders must also support `JSONValue` in models.
@Suite struct JSONFoundationTests {
    @Test func foundationCodersPreserveValue() throws {
        let value: JSONValue = ["a": [1, 2.5, true, .null, "x"], "b": [:], "c": []]
        let data = try JSONEncoder().encode(value)
        #expect(try JSONReader().value(from: Array(data)) == value)
        #expect(try JSONDecoder().decode(JSONValue.self, from: data) == value)
    }
}
