import FeatureToggles
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
