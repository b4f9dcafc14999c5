import Testing
import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// The problems reported for invalid documents, and the limits that protect against them.
struct FlagDocumentProblemsTests {
    private static func flag(_ targeting: String) -> String {
        #"{"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on", "targeting": \#(targeting)}"#
    }

    @Test func problemsHaveLocations() throws {
        let document = try FlagDocument(
            """
            {
              "$evaluators": { "a": { "$ref": "b" }, "adult": true },
              "metadata": { "owner": null, "": 1, "kept": "x" },
              "flags": {
                "ä": 5,
                "b": { "state": "on", "variants": { "x": 1 } },
                "c": \(Self.flag(#"{ "fractionl": [["on"]] }"#)),
                "d": \(Self.flag(#"{ "$ref": "adlt" }"#)),
                "e": { "state": "ENABLED", "variants": {"x": 1}, "metadata": { "y": [1] } },
                "b": {}
              }
            }
            """
        )
        #expect(
            document.problems.map(\.description) == [
                "line 2, column 27: a rule in ‘$evaluators’ cannot refer to another one; write out the other rule instead",
                "line 3, column 17: the metadata ‘owner’ is ignored because it is null; write a string, a number, or a Boolean",
                "line 3, column 32: a metadata member is ignored because its name is empty; name it",
                "line 5, column 5: ‘ä’: a flag must be an object, not an integer",
                "line 6, column 12: ‘b’: ‘state’ must be \"ENABLED\" or \"DISABLED\", not \"on\"",
                "line 7, column 96: ‘c’: there is no operator ‘fractionl’; did you mean ‘fractional’?",
                "line 8, column 96: ‘d’: ‘$evaluators’ has no rule ‘adlt’; did you mean ‘adult’?",
                "line 9, column 68: ‘e’: the metadata ‘y’ is ignored because it is an array; write a string, a number, or a Boolean",
                "line 10, column 5: ‘b’: the flag is defined twice",
            ]
        )
        #expect(document.keys == ["ä", "b", "c", "d", "e"])
        #expect(document.metadata == ["kept": "x"])
        #expect(document.evaluation(of: "e")?.error == nil)
    }

    @Test func validDocumentHasNoProblems() throws {
        #expect(
            try FlagDocument("{\"flags\": {\"a\": \(Self.flag(#"{"if": [{"var": "x"}, "on"]}"#))}}").problems.isEmpty
        )
    }

    @Test func manyProblemsOnOneLineAreFoundQuickly() throws {
        let text = "{\"flags\": {" + (0..<5_000).map { "\"flag-\($0)\": \($0)" }.joined(separator: ",") + "}}"
        let problems = try FlagDocument(text).problems
        #expect(problems.count == 5_000)
        #expect(problems[1].location == JSONLocation(line: 1, column: 24, offset: 23))
    }

    @Test func namesAreComparedByBytes() throws {
        let document = try FlagDocument(
            "{\"flags\": {\"\u{E9}\": \(Self.flag("null")), \"e\u{301}\": \(Self.flag("null")), \"__proto__\": \(Self.flag("null"))}}"
        )
        #expect(document.count == 3)
        #expect(document.problems.isEmpty)
        #expect(document.index(of: "e\u{301}") == 1)
        #expect(document.index(of: "__proto__") == 2)
    }

    @Test func escapedNamesEqualUnescapedOnes() throws {
        let document = try FlagDocument(
            #"{"fl\u0061gs": {"a\"b": {"st\u0061te": "ENABLED", "variants": {"\ud83d\ude00": 1}, "defaultVariant": "😀"}}}"#
        )
        #expect(document.evaluation(of: "a\"b")?.value == 1)
        #expect(document.keys == ["a\"b"])
    }

    @Test(
        arguments: [1, 6, 7, 8, 9, 15, 16, 17, 40, 500, 30_000]
    )
    func ruleDepthIsLimited(levels: Int) throws {
        let text =
            String(repeating: #"{"if": [{"var": "x"}, "on", "#, count: levels - 1) + "{\"!\": [1]}"
            + String(repeating: "]}", count: levels - 1)
        let document = try FlagDocument("{\"flags\": {\"a\": \(Self.flag(text))}}")
        let isTaken = levels <= FlagDocument.Limits.standard.depth
        let error = try #require(document.evaluation(of: "a")?.error)
        #expect(error.code == (isTaken ? .general : .parseError))
        #expect(error.message.contains("nested more than 16") == !isTaken)
    }

    @Test func evaluationOfExpensiveRuleIsLimited() throws {
        let numbers = "[" + (0..<100).map(String.init).joined(separator: ",") + "]"
        var deep = #"{"var": ""}"#
        for _ in 0..<6 { deep = #"{"map": [\#(numbers), \#(deep)]}"# }
        let growing = #"{"reduce": [\#(numbers), {"cat": [{"var": "accumulator"}, {"var": "accumulator"}]}, "x"]}"#
        for rule in [deep, growing] {
            let document = try FlagDocument("{\"flags\": {\"a\": \(Self.flag(rule))}}")
            let answer = document.evaluation(of: "a")
            #expect(answer?.error?.code == .general)
            #expect(document.variant(of: 0, context: EvaluationContext(), timestamp: 0) == FlagOutcome.failed)
        }
    }

    @Test func sharedRulesDoNotMultiplyADocument() throws {
        let large = "[" + (0..<20_000).map { "{\"+\": [\($0)]}" }.joined(separator: ",") + "]"
        let flags = (0..<4_000).map { "\"f\($0)\": \(Self.flag(#"{"in": [{"var": "x"}, {"$ref": "l"}]}"#))" }
        let document = try FlagDocument(
            "{\"$evaluators\": {\"l\": \(large)}, \"flags\": {\(flags.joined(separator: ","))}}"
        )
        #expect(document.count == 4_000)
        #expect(document.evaluation(of: "f0", for: EvaluationContext(attributes: ["x": 3]))?.error?.code == .general)
    }

    @Test(
        arguments: [
            ("1e400", nil), ("-1e400", nil), ("NaN", nil), ("Infinity", nil), ("1e-400", 0.0), ("-0", -0.0),
            ("9007199254740993", 9_007_199_254_740_993), ("9223372036854775807", 9_223_372_036_854_775_807),
            ("9223372036854775808", 9_223_372_036_854_775_808.0), (#""\ud800""#, nil), (#""\u0000""#, "\0"),
            ("01", nil),
        ] as [(String, JSONValue?)]
    )
    func unusualNumbersAreReadExactlyOrRejected(text: String, expected: JSONValue?) throws {
        let text = #"{"flags": {"f": {"state": "ENABLED", "variants": {"v": \#(text)}, "defaultVariant": "v"}}}"#
        guard let expected else {
            let refusal = #expect(throws: RemoteDocumentError.self) { try FlagDocument(text) }
            #expect(refusal?.description.hasPrefix("line 1, column ") == true)
            return
        }
        #expect(try FlagDocument(text).evaluation(of: "f")?.value == expected)
        #expect(try FlagDocument("\u{FEFF}" + text).evaluation(of: "f")?.value == expected)
    }

    @Test func lastDuplicateMemberIsUsed() throws {
        let document = try FlagDocument(
            #"{"flags": {"f": {"state": "on", "state": "ENABLED", "variants": {"v": 1, "v": 2}, "defaultVariant": "v"}}}"#
        )
        #expect(document.evaluation(of: "f")?.value == 2)
    }
}
