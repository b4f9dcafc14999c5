import Testing

@testable import ToggleManifest

/// The shapes of JSON values.
struct JSONShapeTests {
    @Test(
        arguments: [
            (true, .bool),
            (1, .int),
            (1.5, .double),
            ("a", .string),
            (.null, .any),
            ([], .any),
            ([:], .any),
            ([1, 2], .array(.int)),
            ([1, 2.5], .array(.double)),
            ([2.5, 1], .array(.double)),
            ([1, "a"], .any),
            ([1, .null], .any),
            ([[1], [2.5]], .array(.array(.double))),
            ([[1], []], .any),
            (["a": 1], .object([.init(name: "a", shape: .int)])),
            (["a": [1, "b"]], .object([.init(name: "a", shape: .any)])),
            (
                [["a": 1, "b": "x"], ["b": "y", "a": 2]],
                .array(.object([.init(name: "a", shape: .int), .init(name: "b", shape: .string)]))
            ),
            ([["a": 1], ["b": 1]], .any),
            ([["a": 1], ["a": 1, "b": 1]], .any),
        ] as [(JSONValue, JSONShape)]
    )
    func shapeFollowsTheValue(_ value: JSONValue, expected: JSONShape) {
        #expect(JSONShape(of: value) == expected)
    }

    /// With a search of all members for each of them, this takes more than a minute.
    @Test(.timeLimit(.minutes(20)))
    func typesOfManyMembersTakeLinearTime() {
        let value = JSONValue.object(
            JSONObject((0..<20_000).map { .init(name: "member_\($0)", value: ["a": .integer($0), "b": "x"]) })
        )
        guard case .object(let defaults) = value, case .object(let members) = JSONShape(of: value) else {
            Issue.record("this is not the shape of an object")
            return
        }
        let type = GeneratedStruct(name: "Many", members: members, defaults: defaults)
        #expect(type.fields.count == 20_000)
        #expect(type.fields.last?.defaultValue == ["a": 19_999, "b": "x"])
    }

    @Test func lastDuplicateMemberCounts() {
        #expect(JSONShape(of: ["a": 1, "b": 2, "a": "x"]) == JSONShape(of: ["a": "x", "b": 2]))
    }

    @Test func shapeDepthIsLimited() {
        let deep = (0..<1000).reduce(JSONValue.integer(1)) { value, _ in ["a": value] }
        var shape = JSONShape(of: deep)
        var depth = 0
        while case .object(let members) = shape, let member = members.first {
            shape = member.shape
            depth += 1
        }
        #expect(shape == .any)
        #expect(depth == JSONShape.depthLimit)
    }
}
