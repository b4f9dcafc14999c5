import Testing
import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// The results of flags with rules, and the dependencies that are determined when they are compiled.
struct FlagDocumentRulesTests {
    private static func document(_ targeting: String, more: String = "", evaluators: String = "{}") throws
        -> FlagDocument
    {
        try FlagDocument(
            """
            {"$evaluators": \(evaluators), "metadata": {"team": "core", "n": 1}, "flags": {"f": {"state": "ENABLED",
            "variants": {"on": true, "off": false, "5": 5, "true": "yes", "nothing": null}, "defaultVariant": "off",
            "metadata": {"n": 2}\(more), "targeting": \(targeting)}}}
            """
        )
    }

    private static let person = EvaluationContext(
        targetingKey: "p1",
        attributes: ["country": "DE", "age": 20, "targetingKey": "not this", "$flagd": ["flagKey": "nor this"]]
    )

    @Test(
        arguments: [
            (#"{"if": [{"==": [{"var": "country"}, "DE"]}, "on"]}"#, "on", "TARGETING_MATCH", nil),
            (#"{"if": [{"==": [{"var": "country"}, "FR"]}, "on"]}"#, "off", "DEFAULT", nil),
            (#"{"==": [{"var": "age"}, 20]}"#, "true", "TARGETING_MATCH", nil),
            (#"{"!=": [{"var": "age"}, 20]}"#, nil, "ERROR", "GENERAL"),
            (#"{"+": [{"var": "age"}, -15]}"#, "5", "TARGETING_MATCH", nil),
            (#"{"var": "country"}"#, nil, "ERROR", "GENERAL"), (#"{"if": [true, [1]]}"#, nil, "ERROR", "GENERAL"),
            (#"{"if": [true, "nothing"]}"#, nil, "ERROR", "GENERAL"), (#"{"a": 1, "b": 2}"#, nil, "ERROR", "GENERAL"),
            (#"{"if": [true, "on", {"nope": 1}]}"#, "on", "TARGETING_MATCH", nil),
            (#"{"if": [{"var": "no"}, "on", {"nope": 1}]}"#, nil, "ERROR", "PARSE_ERROR"),
            (#"{"$ref": "unknown"}"#, nil, "ERROR", "PARSE_ERROR"),
            (#"{"/": [{"var": "age"}, 0]}"#, nil, "ERROR", "GENERAL"),
            (#"{"if": [{"==": [{"var": "targetingKey"}, "p1"]}, "on", "off"]}"#, "on", "TARGETING_MATCH", nil),
            (#"{"if": [{"==": [{"var": "$flagd.flagKey"}, "f"]}, "on", "off"]}"#, "on", "TARGETING_MATCH", nil),
            (#"{"if": [{">": [{"var": "$flagd.timestamp"}, 999]}, "on", "off"]}"#, "on", "TARGETING_MATCH", nil),
            ("{}", "off", "STATIC", nil), ("null", "off", "STATIC", nil),
        ] as [(String, String?, String, String?)]
    )
    func rulesDetermineVariantReasonAndError(targeting: String, variant: String?, reason: String, code: String?) throws
    {
        let document = try Self.document(targeting)
        let answer = try #require(document.evaluation(of: "f", for: Self.person, at: 1_000))
        #expect(answer.variant == variant)
        #expect(answer.reason.rawValue == reason)
        #expect(answer.error?.code.rawValue == code)
        #expect((answer.value == nil) == (code != nil))
        #expect(document.flag(at: 0).metadata == ["team": "core", "n": 2])
        // The short form of the evaluation has the same result.
        let outcome = document.variant(of: 0, context: Self.person, timestamp: 1_000)
        if let variant { #expect(document.flag(at: 0).variantName(at: Int(outcome)) == variant) }
        if code == "PARSE_ERROR" { #expect(outcome == FlagOutcome.unusable) }
    }

    @Test(
        arguments: [
            (#"{"if": [{"==": [1, 1]}, "on", {"var": "x"}]}"#, false, false, true),
            (#"{"if": [{"==": [{"var": "$flagd.flagKey"}, "f"]}, "on", "off"]}"#, false, false, true),
            (#"{"fractional": ["seed", ["on", 1], ["off", 1]]}"#, false, false, true),
            (#"{"sem_ver": ["1.0.0", "<", "2.0.0"]}"#, false, false, true),
            (#"{"and": [false, {"var": "x"}]}"#, false, false, true),
            (#"{"var": "x"}"#, true, false, false), (#"{"missing": ["x"]}"#, true, false, false),
            (#"{"fractional": [["on"]]}"#, true, false, false),
            (#"{">": [{"var": "$flagd.timestamp"}, 1]}"#, false, true, false),
            (#"{"$ref": "adult"}"#, true, false, false), (#"{"$ref": "late"}"#, false, true, false),
            (#"{"$ref": "constant"}"#, false, false, true), (#"{"var": [{"cat": ["a", "b"]}]}"#, true, true, false),
        ] as [(String, Bool, Bool, Bool)]
    )
    func dependenciesOfRulesAreDetermined(targeting: String, context: Bool, time: Bool, isDecided: Bool) throws {
        let evaluators = """
            {"adult": {">=": [{"var": "age"}, 18]}, "late": {">": [{"var": "$flagd.timestamp"}, 1]}, "constant": {"if": [true, "on"]}}
            """
        let flag = try Self.document(targeting, evaluators: evaluators).flag(at: 0)
        #expect(flag.dependsOnContext == context)
        #expect(flag.dependsOnTime == time)
        #expect((flag.decidedOutcome != nil) == isDecided)
        #expect(flag.hasRule)
    }

    @Test func rulesAreSharedByReference() throws {
        let evaluators =
            #"{"adult": {">=": [{"var": "age"}, 18]}, "pair": [{"var": "country"}, "DE"], "share": ["on", 1]}"#
        for targeting in [
            #"{"if": [{"$ref": "adult"}, "on", "off"]}"#, #"{"if": [{ "$ref" : "adult" }, "on"]}"#,
            #"{"if": [{"==": {"$ref": "pair"}}, "on", "off"]}"#, #"{"fractional": [{"$ref": "share"}, ["off", 0]]}"#,
        ] {
            let document = try Self.document(targeting, evaluators: evaluators)
            #expect(document.problems.isEmpty)
            #expect(document.evaluation(of: "f", for: Self.person)?.variant == "on")
        }
    }

    @Test func sharedRuleReadsArrayElements() throws {
        let evaluators = #"{"own": {"==": [{"var": ["country", "none"]}, "none"]}, "key": {"var": "$flagd.flagKey"}}"#
        let rules = [
            #"{"if": [{"all": [[{"a": 1, "b": 2}, 2], {"$ref": "own"}]}, "on", "off"]}"#,
            #"{"if": [{"some": [[{"country": "none", "b": 1}], {"$ref": "own"}]}, "on", "off"]}"#,
            #"{"if": [{"none": [[1, "x"], {"$ref": "key"}]}, "on", "off"]}"#,
            #"{"if": [{"==": [{"$ref": "key"}, "f"]}, "on", "off"]}"#,
        ]
        for rule in rules {
            #expect(
                try Self.document(rule, evaluators: evaluators).evaluation(of: "f", for: Self.person)?.variant == "on"
            )
        }
    }

    @Test func explanationContainsDecisiveBranch() throws {
        let targeting = """
            {"if": [{"==": [{"var": "age"}, 1]}, "off", {"var": "country"}, {"if": [{"var": "no"}, "off",
            {"fractional": [["on"]]}]}]}
            """
        let document = try Self.document(targeting)
        #expect(document.evaluation(of: "f", for: Self.person)?.rule == "targeting.if[3].if[2].fractional")
        #expect(document.evaluation(of: "f")?.rule == nil)
    }

    @Test func contextOverridesAmbientContext() throws {
        let document = try Self.document(
            #"{"if": [{"==": [{"cat": [{"var": "os"}, {"var": "country"}]}, "linuxDE"]}, "on"]}"#
        )
        let ambient = EvaluationContext(targetingKey: "device", attributes: ["os": "linux", "country": "FR"])
        let answer = document.evaluate(0, context: Self.person, over: ambient, timestamp: 0)
        #expect(answer.variant == "on")
        #expect(document.variant(of: 0, context: Self.person, over: ambient, timestamp: 0) == 0)
        #expect(document.variant(of: 0, context: EvaluationContext(), over: ambient, timestamp: 0) == 1)
        let shares = try Self.document(#"{"if": [{"==": [{"var": "targetingKey"}, "device"]}, "on"]}"#)
        #expect(shares.variant(of: 0, context: EvaluationContext(), over: ambient, timestamp: 0) == 0)
        #expect(shares.variant(of: 0, context: Self.person, over: ambient, timestamp: 0) == 1)
    }

    @Test(
        arguments: [
            ("10", .integer, 10), ("10.0", .integer, 10), ("3.14", .integer, nil), ("10", .float, 10.0),
            ("0.5", .float, 0.5),
            ("1e300", .float, 1e300), ("1e300", .integer, nil), ("9007199254740991", .integer, 9_007_199_254_740_991),
            ("9007199254740993", .integer, nil), ("9007199254740993", .float, nil), ("true", .boolean, true),
            ("1", .boolean, nil),
            ("\"true\"", .boolean, nil), ("true", .integer, nil), ("\"1\"", .integer, nil), ("\"a\"", .string, "a"),
            ("1", .string, nil), ("{}", .object, [:]), ("[1]", .object, [1]), ("null", .object, nil),
            ("\"{}\"", .object, nil),
        ] as [(String, FlagType, JSONValue?)]
    )
    func valuesAreConvertedWithoutLoss(value: String, type: FlagType, expected: JSONValue?) throws {
        let document = try FlagDocument(
            #"{"flags": {"f": {"state": "ENABLED", "variants": {"v": \#(value)}, "defaultVariant": "v"}}}"#
        )
        let answer = try #require(document.evaluation(of: "f", as: type))
        #expect(answer.value == expected)
        #expect(answer.error?.code == (expected == nil ? .typeMismatch : nil))
        #expect(answer.reason == (expected == nil ? .error : .static))
    }

    @Test func defaultVariantCanBeBooleanOrMissing() throws {
        let flags = [(#"true"#, "true"), ("false", nil), (#""""#, nil), ("null", nil)] as [(String, String?)]
        for (standard, variant) in flags {
            let document = try FlagDocument(
                #"{"flags": {"f": {"state": "ENABLED", "variants": {"true": 1}, "defaultVariant": \#(standard)}}}"#
            )
            #expect(document.evaluation(of: "f")?.variant == variant)
            if standard == "false" { #expect(document.evaluation(of: "f")?.error?.code == .parseError) }
        }
    }
}
