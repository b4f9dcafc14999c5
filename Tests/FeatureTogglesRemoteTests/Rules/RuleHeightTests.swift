import Testing

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// The limit for the nesting depth of values that rules create, which equals the limit for parsed values.
struct RuleHeightTests {
    /// Returns a rule that adds a level to its own result for each element.
    private static func nesting(_ count: Int, _ step: String) -> String {
        #"{"reduce": [[\#(Array(repeating: "0", count: count).joined(separator: ","))], \#(step), 0]}"#
    }

    private static func evaluation(_ rule: String) throws -> RemoteAnswer? {
        let text = """
            {"flags": {"f": {"state": "ENABLED", "variants": {"a": 1, "b": 2}, "defaultVariant": "a", "targeting": \(rule)}}}
            """
        return try FlagDocument(text).evaluation(of: "f", for: EvaluationContext(targetingKey: "ada"))
    }

    @Test(
        arguments: [#"[{"var": "accumulator"}]"#, #"{"var": ""}"#, #"{"merge": [[[{"var": "accumulator"}]]]}"#],
        [
            "VALUE", #"{"if": [{"==": [{"cat": [VALUE]}, "x"]}, "a", "b"]}"#, #"{"if": [{"+": [VALUE]}, "a", "b"]}"#,
            #"{"if": [{"===": [VALUE, VALUE]}, "a", "b"]}"#, #"{"fractional": [VALUE, ["a", 50], ["b", 50]]}"#,
        ]
    )
    func tooDeeplyNestedResultsAreAnError(step: String, use: String) throws {
        let rule = use.split(separator: "VALUE", omittingEmptySubsequences: false)
            .joined(separator: Self.nesting(12_000, step))
        let evaluation = try #require(try Self.evaluation(rule))
        #expect(evaluation.reason == .error)
        #expect(evaluation.error != nil)
    }

    @Test func fewLevelsAreAllowed() throws {
        let rule = #"{"if": [{"cat": [\#(Self.nesting(50, #"[{"var": "accumulator"}]"#))]}, "b", "a"]}"#
        #expect(try Self.evaluation(rule)?.variant == "b")
    }
}
