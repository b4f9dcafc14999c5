import Testing
import ToggleBase

@Suite struct JSONValueEqualityTests {
    private static let (composed, decomposed) = ("\u{E9}", "e\u{301}")

    @Test func stringsAreComparedByBytes() {
        #expect(Self.composed == Self.decomposed, "equal as characters")
        #expect(JSONValue.string(Self.composed) == .string(Self.composed))
        #expect(JSONValue.string(Self.composed) != .string(Self.decomposed))
        #expect(JSONValue.array([.string(Self.composed)]) != .array([.string(Self.decomposed)]))
        #expect(Set([JSONValue.string(Self.composed), .string(Self.decomposed)]).count == 2)
    }

    @Test func namesAreComparedByBytes() {
        var object = JSONObject([.init(name: Self.composed, value: 1), .init(name: Self.decomposed, value: 2)])
        #expect(object[Self.composed] == 1)
        #expect(object[Self.decomposed] == 2)
        let other = JSONObject([.init(name: Self.decomposed, value: 1), .init(name: Self.composed, value: 2)])
        #expect(object != other)
        object[Self.composed] = 2
        object[Self.decomposed] = 1
        #expect(object == other)
        object[Self.composed] = nil
        #expect(object.members.map(\.value) == [1])
    }

    @Test func differentKindsAreNotEqual() {
        #expect(JSONValue.integer(1) == 1)
        #expect(JSONValue.integer(1) != .number(1))
        #expect(JSONValue.null != .bool(false))
        #expect(JSONValue.object(["a": 1]) == ["a": 1])
    }
}
