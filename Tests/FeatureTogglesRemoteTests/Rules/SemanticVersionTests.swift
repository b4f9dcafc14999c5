import Testing
import ToggleBase

@testable import FeatureToggles

struct SemanticVersionTests {
    private static func result(_ left: JSONValue, _ operation: JSONValue, _ right: JSONValue) -> JSONValue? {
        value(ofRule: ["sem_ver": [left, operation, right]])
    }

    @Test func versionsAreOrderedByPrecedence() {
        let ascending = [
            "0.9.9", "1.0.0-0", "1.0.0-1", "1.0.0-11", "1.0.0-A", "1.0.0-a", "1.0.0-a.1", "1.0.0-a.b", "1.0.0-a.b.1",
            "1.0.0-b-c", "1.0.0", "1.0.1", "1.2.0", "1.10.0", "2.0.0", "10.0.0", "99999999999999999999999.0.0",
        ]
        for (index, left) in ascending.enumerated() {
            for (other, right) in ascending.enumerated() {
                let operations: [(JSONValue, Bool)] = [
                    ("=", index == other), ("!=", index != other), ("<", index < other), ("<=", index <= other),
                    (">", index > other), (">=", index >= other),
                ]
                for (operation, expected) in operations {
                    #expect(Self.result(.string(left), operation, .string(right)) == .bool(expected))
                }
            }
        }
    }

    @Test(
        arguments: [
            ("v1.2.3", "1.2.3"), ("V1.2.3", "v1.2.3"), ("1", "1.0.0"), ("1.2", "1.2.0"), ("1-rc", "1.0.0-rc"),
            ("1.2+build.01", "1.2.0"), ("1.2.3-rc+a", "1.2.3-rc+b"), (2, "2.0.0"), (2.0, "2"), (1.10, "1.1.0"),
        ] as [(JSONValue, JSONValue)]
    )
    func equivalentVersionsAreEqual(left: JSONValue, right: JSONValue) {
        #expect(Self.result(left, "=", right) == true)
        #expect(Self.result(right, "=", left) == true)
    }

    @Test(
        arguments: [
            ("1.2.3", "^", "1.9.0", true), ("1.2.3", "^", "2.0.0", false), ("0.1.0", "^", "0.9.0", true),
            ("1.2.3", "~", "1.2.9", true), ("1.2.3", "~", "1.3.0", false), ("1.2.3-rc.1", "~", "1.2.0", true),
            ("2.2.0", "~", "1.2.0", false),
        ] as [(JSONValue, JSONValue, JSONValue, Bool)]
    )
    func caretAndTildeCompareMajorAndMinor(left: JSONValue, operation: JSONValue, right: JSONValue, expected: Bool) {
        #expect(Self.result(left, operation, right) == .bool(expected))
    }

    @Test(
        arguments: [
            "", "v", "vv1.0.0", "1.", ".1", "1.2.3.4", "01.2.3", "1.02.3", "1.2.03", "1.2.3-", "1.2.3-01", "1.2.3-a..b",
            "1.2.3+", "1.2.3+a..b", "1.2.3 ", " 1.2.3", "1.2.x", "-1", "1.2.3-ä", "latest", true, .null, [1, 2], -1,
            1e30,
        ] as [JSONValue]
    )
    func invalidVersionsHaveNoResult(version: JSONValue) {
        #expect(Self.result(version, "=", "1.0.0") == .null)
        #expect(Self.result("1.0.0", "!=", version) == .null)
    }

    @Test(arguments: ["==", "===", "", "=>", "!", 1, .null] as [JSONValue])
    func unknownOperatorHasNoResult(operation: JSONValue) {
        #expect(Self.result("1.0.0", operation, "1.0.0") == .null)
    }

    @Test(
        arguments: [["sem_ver": []], ["sem_ver": "1"], ["sem_ver": ["1", "="]], ["sem_ver": ["1", "=", "1", "1"]]]
            as [JSONValue]
    )
    func threeArgumentsAreRequired(rule: JSONValue) {
        #expect(value(ofRule: rule) == .null)
    }
}
