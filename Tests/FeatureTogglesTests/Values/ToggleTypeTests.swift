import FeatureToggles
import TestSupport
import Testing
import ToggleBase

struct ToggleTypeTests {
    private static let variants = ToggleType.variants(["classic", "neural"])

    @Test(
        arguments: [
            (.bool, true, true), (.bool, false, false),
            (.int, 10, 10), (.int, 10.0, 10), (.int, -0.0, 0), (.int, .integer(.max), .integer(.max)),
            (.int, 9_007_199_254_740_991.0, 9_007_199_254_740_991),
            (.int, -9_007_199_254_740_991.0, -9_007_199_254_740_991),
            (.double, 0.5, 0.5), (.double, 3, 3.0),
            (.double, 9_007_199_254_740_992, 9_007_199_254_740_992.0),
            (.string, "", ""), (.string, "text", "text"),
            (variants, "neural", "neural"),
            (.json, .null, .null), (.json, [1, "a"], [1, "a"]), (.json, 10.0, 10.0),
        ] as [(ToggleType, JSONValue, JSONValue)]
    )
    func convertibleValuesHaveCanonicalForm(type: ToggleType, value: JSONValue, expected: JSONValue) {
        #expect(type.canonical(value) == expected)
    }

    @Test(
        arguments: [
            (.bool, 1), (.bool, 0), (.bool, "true"), (.bool, .null), (.bool, [true]),
            (.int, 3.14), (.int, "10"), (.int, true), (.int, 9_007_199_254_740_992.0), (.int, .number(.infinity)),
            (.int, .number(.nan)), (.int, 1e300), (.int, .null),
            (.double, "0.5"), (.double, false), (.double, .number(.nan)), (.double, .number(-.infinity)),
            (.double, .integer(.max)),
            (.string, 1), (.string, true), (.string, .null), (.string, ["a"]),
            (variants, "Neural"), (variants, ""), (variants, 1), (variants, .null),
            (.migrationStages, "on"),
        ] as [(ToggleType, JSONValue)]
    )
    func otherValuesHaveNoCanonicalForm(type: ToggleType, value: JSONValue) {
        #expect(type.canonical(value) == nil)
    }

    @Test(
        arguments: [
            (.bool, "true", true), (.bool, "YES", true), (.bool, "On", true), (.bool, "1", true),
            (.bool, "FALSE", false), (.bool, "no", false), (.bool, "off", false), (.bool, "0", false),
            (.int, "42", 42), (.int, "-7", -7), (.int, "+7", 7), (.int, "9223372036854775807", .integer(.max)),
            (.double, "0.25", 0.25), (.double, "-3", -3.0), (.double, "1e3", 1000.0), (.double, ".5", 0.5),
            (.string, "", ""), (.string, "true", "true"), (.string, " a b ", " a b "),
            (variants, "classic", "classic"),
            (.json, #"{"a": [1, null]}"#, ["a": [1, .null]]), (.json, "3", 3), (.json, #""x""#, "x"),
        ] as [(ToggleType, String, JSONValue)]
    )
    func textIsParsedByType(type: ToggleType, text: String, expected: JSONValue) throws {
        #expect(try type.value(fromText: text, of: "key") == expected)
    }

    @Test(
        arguments: [
            (.bool, "", "‘’ is not a value of ‘key’, which takes on or off"),
            (.bool, "ja", "‘ja’ is not a value of ‘key’, which takes on or off"),
            (.bool, "2", "‘2’ is not a value of ‘key’, which takes on or off"),
            (.int, "3.0", "‘3.0’ is not a value of ‘key’, which takes a whole number"),
            (.int, " 3", "‘ 3’ is not a value of ‘key’, which takes a whole number"),
            (
                .int, "9223372036854775808",
                "‘9223372036854775808’ is not a value of ‘key’, which takes a whole number"
            ),
            (.double, "nan", "‘nan’ is not a value of ‘key’, which takes a number"),
            (.double, "inf", "‘inf’ is not a value of ‘key’, which takes a number"),
            (.double, "1e999", "‘1e999’ is not a value of ‘key’, which takes a number"),
            (.double, "0x10", "‘0x10’ is not a value of ‘key’, which takes a number"),
            (.double, "0,5", "‘0,5’ is not a value of ‘key’, which takes a number"),
            (.double, "", "‘’ is not a value of ‘key’, which takes a number"),
            (variants, "Neural", "‘Neural’ is not a value of ‘key’, which takes one of classic, neural"),
            (
                .bool, String(repeating: "x", count: 41),
                "‘\(String(repeating: "x", count: 39))…’ is not a value of ‘key’, which takes on or off"
            ),
        ] as [(ToggleType, String, String)]
    )
    func invalidTextIsRejectedWithExpectation(type: ToggleType, text: String, message: String) {
        let error = #expect(throws: EvaluationError.self) { try type.value(fromText: text, of: "key") }
        #expect(error == EvaluationError(.typeMismatch, message))
    }

    @Test func invalidJSONTextIsAnErrorWithLocation() throws {
        let error = try #require(
            #expect(throws: EvaluationError.self) { try ToggleType.json.value(fromText: "{days: 3}", of: "delivery") }
        )
        #expect(error.code == .parseError)
        #expect(error.message.hasPrefix("the value of ‘delivery’ is not JSON: "))
        #expect(error.message.contains("line 1, column 2"))
    }

    @Test(
        arguments: [
            (.bool, "bool"), (.int, "int"), (.double, "double"), (.string, "string"), (.json, "json"),
            (variants, "variants"), (.migrationStages, "variants"),
        ] as [(ToggleType, String)]
    )
    func typesHaveNames(type: ToggleType, name: String) {
        #expect(type.name == name)
    }

    @Test func valuesRoundTripThroughJSONAndBits() {
        #expect([true, false].allSatisfy { Bool(json: $0.json) == $0 && Bool(toggleBits: $0.fallbackBits) == $0 })
        for number in [Int.min, -1, 0, 1, .max] {
            #expect(Int(json: number.json) == number)
            #expect(Int(toggleBits: number.fallbackBits) == number)
        }
        for number in [-Double.greatestFiniteMagnitude, -0.5, 0, .leastNonzeroMagnitude, .pi] {
            #expect(Double(json: number.json) == number)
            #expect(Double(toggleBits: number.fallbackBits) == number)
        }
        #expect(String(json: "text".json) == "text")
        #expect(String(json: 1) == nil)
        #expect("text".fallbackBits == 0)
        for ranking in TestToggles.SearchRanking.allCases {
            #expect(TestToggles.SearchRanking(json: ranking.json) == ranking)
            #expect(TestToggles.SearchRanking(toggleBits: ranking.fallbackBits) == ranking)
        }
        #expect(TestToggles.SearchRanking(toggleBits: 3) == nil)
        #expect(TestToggles.SearchRanking(json: 0) == nil)
        #expect(TestToggles.SearchRanking.toggleType == .variants(["classic", "neural", "hybrid"]))
        let limits = TestToggles.Limits(items: 3, note: "few")
        #expect(TestToggles.Limits(json: limits.json) == limits)
        #expect(TestToggles.Limits(json: ["items": "3", "note": "few"]) == nil)
        #expect(JSONValue(json: .null) == .null)
    }
}
