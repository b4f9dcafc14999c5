import Testing
import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// The results of single rules.
struct RuleTests {
    private static let data: JSONValue = [
        "name": "Zoë", "age": 30, "share": 0.5, "beta": true, "tags": ["new", "vip"], "empty": "", "none": .null,
        "home": ["city": "Köln", "rooms": [["size": 12], ["size": 20]]], "a.b": "dotted", "numbers": [1, 2, 3],
    ]

    /// Returns the value of a rule for the data.
    private static func result(_ text: String) throws -> JSONValue? {
        value(ofRule: try JSONReader().value(from: text), data: data)
    }

    @Test(
        arguments: [
            (#"{"var": "name"}"#, "Zoë"), (#"{"var": ["age"]}"#, 30), (#"{"var": "home.city"}"#, "Köln"),
            (#"{"var": "home.rooms.1.size"}"#, 20), (#"{"var": "tags.0"}"#, "new"), (#"{"var": "tags.2"}"#, .null),
            (#"{"var": "tags.00"}"#, .null), (#"{"var": "tags.-1"}"#, .null), (#"{"var": "tags.length"}"#, 2),
            (#"{"var": "name.length"}"#, 3), (#"{"var": "name.2"}"#, "ë"), (#"{"var": "a.b"}"#, .null),
            (#"{"var": ["missing", 7]}"#, 7), (#"{"var": ["none", 7]}"#, 7), (#"{"var": ["empty", 7]}"#, ""),
            (#"{"var": ["missing", {"var": "age"}]}"#, 30), (#"{"var": {"cat": ["na", "me"]}}"#, "Zoë"),
            (#"{"var": [{"var": "missing"}, 1]}"#, data), (#"{"var": "age.deep.er"}"#, .null), (#"{"var": 1}"#, .null),
            (#"{"var": "$flagd.flagKey"}"#, "flag"), (#"{"var": "$flagd.timestamp"}"#, 0),
            (#"{"var": "$flagd.flagKey.0"}"#, "f"), (#"{"var": "$flagd.other"}"#, .null),
            (#"{"var": "targetingKey"}"#, .null),
            (#"{"var": ["targetingKey", "nobody"]}"#, "nobody"), (#"{"var": "targetingKey.0"}"#, .null),
        ] as [(String, JSONValue)]
    )
    func variablesReadData(rule: String, expected: JSONValue) throws {
        var expected = expected
        if case .object(var object) = expected, object["age"] != nil {
            object["$flagd"] = ["flagKey": "flag", "timestamp": 0]
            object["targetingKey"] = .null
            expected = .object(object)
        }
        #expect(try Self.result(rule) == expected)
    }

    @Test(
        arguments: [
            (#"{"==": ["a", "a"]}"#, true), (#"{"==": [1, "1"]}"#, true), (#"{"==": [1, "1.0"]}"#, true),
            (#"{"==": ["1", "1.0"]}"#, false), (#"{"==": [1, true]}"#, true), (#"{"==": ["", 0]}"#, false),
            (#"{"==": [null, null]}"#, true), (#"{"==": [{"var": "age"}, 30.0]}"#, true), (#"{"==": [[1], 1]}"#, true),
            (#"{"==": [[1, 2], "1,2"]}"#, true), (#"{"==": [[1], [1]]}"#, false),
            (#"{"==": [{"var": "tags"}, {"var": "tags"}]}"#, true), (#"{"!=": ["a", "b"]}"#, true),
            (#"{"===": [1, 1.0]}"#, true), (#"{"===": [1, true]}"#, false), (#"{"===": [false, 0]}"#, false),
            (#"{"===": [true, true]}"#, true), (#"{"!==": [1, true]}"#, true), (#"{"===": [[1], [true]]}"#, false),
            (#"{"in": [true, [1, "true"]]}"#, false), (#"{"in": [true, "a true word"]}"#, true),
            (#"{"==": ["\u200b1", 1]}"#, false), (#"{"==": ["\u001c1", 1]}"#, false), (#"{"===": [1, "1"]}"#, false),
            (#"{"===": [[1, [2]], [1, [2.0]]]}"#, true),
            (#"{"===": [{"var": "home.rooms.0"}, {"var": "home.rooms.0"}]}"#, true), (#"{"!==": [null, false]}"#, true),
            (#"{"===": [9007199254740993, 9007199254740992.0]}"#, false),
            (#"{"<": [9007199254740992.0, 9007199254740993]}"#, true),
            (#"{"<": [1, 2]}"#, true), (#"{"<": ["10", 9]}"#, false), (#"{"<": ["10", "9"]}"#, true),
            (#"{"<": ["a", 1]}"#, false), (#"{">=": ["a", 1]}"#, false), (#"{"<": ["z", "ä"]}"#, true),
            (#"{"<": [0, {"var": "age"}, 31]}"#, true), (#"{"<=": [30, {"var": "age"}, 29]}"#, false),
            (#"{">": [3, 2, 1]}"#, true), (#"{">=": [{"var": "missing"}, 0]}"#, true),
            (#"{"<": ["m", {"var": "none"}]}"#, true),
            (#"{"in": ["vip", {"var": "tags"}]}"#, true), (#"{"in": ["oe", "Zoe"]}"#, true),
            (#"{"in": ["", "Zoe"]}"#, true),
            (#"{"in": [5, "1 5 9"]}"#, true), (#"{"in": [1, [1.0]]}"#, true), (#"{"in": ["1", [1]]}"#, false),
            (#"{"in": [[1], [[1], 2]]}"#, true), (#"{"in": ["x", {"var": "missing"}]}"#, false),
            (#"{"in": ["x"]}"#, false),
            (#"{"starts_with": [{"var": "name"}, "Zo"]}"#, true), (#"{"ends_with": [{"var": "name"}, "ë"]}"#, true),
            (#"{"starts_with": ["a", "ab"]}"#, false), (#"{"ends_with": ["abc", ""]}"#, true),
        ]
    )
    func comparisonsHaveExpectedResults(rule: String, expected: Bool) throws {
        #expect(try Self.result(rule) == .bool(expected))
    }

    @Test(
        arguments: [
            (#"{"if": [{"var": "beta"}, "yes", "no"]}"#, "yes"),
            (#"{"if": [{"var": "none"}, 1, {"var": "empty"}, 2, 3]}"#, 3),
            (#"{"if": [false, 1]}"#, .null), (#"{"if": []}"#, .null), (#"{"?:": [[], 1, 2]}"#, 2),
            (#"{"if": [{"a": 1, "b": 2}, 1, 2]}"#, 1), (#"{"if": [{}, 1, 2]}"#, 1), (#"{"if": ["0", 1, 2]}"#, 1),
            (#"{"and": [1, {"var": "age"}]}"#, 30), (#"{"and": [{"var": "empty"}, 1]}"#, ""), (#"{"and": []}"#, .null),
            (#"{"or": [0, "", {"var": "name"}]}"#, "Zoë"), (#"{"or": [0, false]}"#, false), (#"{"!": 0}"#, true),
            (#"{"!!": [[0]]}"#, true), (#"{"log": "x"}"#, "x"),
            (#"{"a": 1, "b": {"var": "age"}}"#, ["a": 1, "b": ["var": "age"]]),
            (#"[1, {"var": "age"}]"#, [1, 30]), (#"[[{"!": 1}], 2]"#, [[false], 2]), (#"{"!": 1, "!": 0}"#, true),
        ] as [(String, JSONValue)]
    )
    func logicHasExpectedResults(rule: String, expected: JSONValue) throws {
        #expect(try Self.result(rule) == expected)
    }

    @Test(
        arguments: [
            (#"{"+": [1, 2, 3]}"#, 6), (#"{"+": []}"#, 0), (#"{"+": "2.5"}"#, 2.5), (#"{"+": [true, null, 1]}"#, 2),
            (#"{"+": [9223372036854775807, 1]}"#, 9_223_372_036_854_775_808.0), (#"{"-": [5]}"#, -5),
            (#"{"-": [5, 7]}"#, -2),
            (#"{"*": [3, 0.5]}"#, 1.5), (#"{"/": [1, 4]}"#, 0.25), (#"{"/": [4, 2]}"#, 2.0), (#"{"%": [7, 3]}"#, 1),
            (#"{"%": [-7, 3]}"#, -1), (#"{"%": [7, -3]}"#, 1), (#"{"%": [5.5, 2]}"#, 1.5), (#"{"%": [-5.5, 2]}"#, -1.5),
            (#"{"%": [-8, 3]}"#, -2), (#"{"%": [-8.0, 3]}"#, -2.0),
            (#"{"%": [-9223372036854775808, -1]}"#, 0), (#"{"min": [3, "1", 2]}"#, 1.0),
            (#"{"max": [3, {"var": "age"}]}"#, 30),
            (#"{"max": ["x", 1]}"#, 1), (#"{"max": [true]}"#, true), (#"{"*": ["2", [3]]}"#, 6.0),
            (#"{"+": [" 12 "]}"#, 12.0),
            // Whitespace as in JavaScript: tab, line separator, no-break and ideographic space, byte order mark.
            (#"{"+": ["\t\u00a0\u1680\u2000\u200a\u2028\u202f\u205f\u3000\ufeff12\u3000\u2029\u00a0\n"]}"#, 12.0),
        ] as [(String, JSONValue)]
    )
    func arithmeticHasExpectedResults(rule: String, expected: JSONValue) throws {
        let result = try Self.result(rule)
        if rule.contains("\"x\"") { return #expect(result != nil) }
        #expect(result == expected)
    }

    @Test(arguments: [
        #"{"/": [1, 0]}"#, #"{"%": [{"var": "age"}, 0.0]}"#, #"{"/": []}"#, #"{"nope": 1}"#,
        #"{"substr": ["x", 1e999]}"#,
    ])
    func invalidRulesHaveNoResult(rule: String) throws {
        guard let json = try? JSONReader().value(from: rule) else { return }
        #expect(value(ofRule: json, data: Self.data) == nil)
    }

    @Test(
        arguments: [
            (#"{"cat": ["a", 1, 1.0, 0.1, null, [1, [2]]]}"#, "a110.11,2"), (#"{"cat": []}"#, ""),
            (#"{"cat": [true, null]}"#, "true"), (#"{"cat": [[null, true, [null]]]}"#, ",true,"),
            (#"{"substr": [null, 0, 2]}"#, "nu"),
            (#"{"cat": {"var": "home"}}"#, "[object Object]"), (#"{"cat": [true, false]}"#, "truefalse"),
            (#"{"substr": ["Zoë!", -2]}"#, "ë!"), (#"{"substr": ["Zoë!", 1, -1]}"#, "oë"),
            (#"{"substr": ["Zoë!", 9]}"#, ""),
            (#"{"substr": ["Zoë!", 0, 2]}"#, "Zo"), (#"{"substr": [1234, -9, 2]}"#, "12"),
            (#"{"substr": ["Zoë!", 2, -9]}"#, ""),
            (#"{"starts_with": ["a"]}"#, .null), (#"{"ends_with": [1, "1"]}"#, .null),
            (#"{"starts_with": ["a", "a", "a"]}"#, .null),
        ] as [(String, JSONValue)]
    )
    func textOperationsHaveExpectedResults(rule: String, expected: JSONValue) throws {
        #expect(try Self.result(rule) == expected)
    }

    @Test(
        arguments: [
            (0.1, "0.1"), (0.1 + 0.2, "0.3"), (1e15, "1e+15"), (123_456_789_012_345, "123456789012345"),
            (1_234_567_890_123_456, "1.23456789012346e+15"), (1e-4, "0.0001"), (1e-5, "1e-05"), (1e100, "1e+100"),
            (2.0 / 3, "0.666666666666667"), (999_999_999_999_999.9, "1e+15"), (-0.0, "-0"),
            (1.797_693_134_862_315_7e308, "1.79769313486232e+308"), (0.000_012_345, "1.2345e-05"), (-12.5, "-12.5"),
            // The digit after the fifteenth is 5, and the exact value is slightly larger or smaller.
            (1.000_000_000_000_005, "1.00000000000001"), (2.000_000_000_000_005, "2"),
            (1.234_567_890_123_455, "1.23456789012345"), (1.000_000_000_000_015, "1.00000000000002"),
        ] as [(Double, String)]
    )
    func numberTextHasAtMostFifteenDigits(number: Double, text: String) {
        #expect(NumberText.text(number) == text)
    }

    @Test(
        arguments: [
            (#"{"map": [{"var": "numbers"}, {"*": [{"var": ""}, 2]}]}"#, [2, 4, 6]),
            (#"{"map": [{"var": "home.rooms"}, {"var": "size"}]}"#, [12, 20]),
            (#"{"map": [{"var": "tags"}, {"var": 0}]}"#, ["n", "v"]),
            (#"{"map": [[[1, 2], [3]], {"map": [{"var": ""}, {"+": [{"var": ""}, 1]}]}]}"#, [[2, 3], [4]]),
            (#"{"filter": [{"var": "numbers"}, {">": [{"var": ""}, 1]}]}"#, [2, 3]),
            (#"{"reduce": [{"var": "numbers"}, {"+": [{"var": "current"}, {"var": "accumulator"}]}, 10]}"#, 16),
            (#"{"reduce": [{"var": "none"}, 1, {"var": "age"}]}"#, 30), (#"{"all": [[], true]}"#, false),
            (#"{"all": [{"var": "numbers"}, {"var": ""}]}"#, true),
            (#"{"some": [{"var": "numbers"}, {">": [{"var": ""}, 2]}]}"#, true),
            (#"{"none": [{"var": "numbers"}, {">": [{"var": ""}, 2]}]}"#, false), (#"{"none": []}"#, true),
            (#"{"map": []}"#, []),
            (#"{"merge": [1, [2, [3]], {"var": "tags"}]}"#, [1, 2, [3], "new", "vip"]),
            (#"{"missing": ["name", "none", "empty", "home.city", "home.zip"]}"#, ["none", "empty", "home.zip"]),
            (#"{"missing": {"merge": ["x", []]}}"#, ["x"]), (#"{"missing_some": [2, ["name", "age", "x"]]}"#, []),
            (#"{"missing_some": [3, ["name", "age", "x"]]}"#, ["x"]), (#"{"missing_some": [1, "name"]}"#, []),
        ] as [(String, JSONValue)]
    )
    func arrayOperationsHaveExpectedResults(rule: String, expected: JSONValue) throws {
        #expect(try Self.result(rule) == expected)
    }
}
