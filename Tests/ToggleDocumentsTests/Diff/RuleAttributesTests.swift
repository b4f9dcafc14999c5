import DocumentSyntax
import FeatureToggles
import Testing

@testable import ToggleDocuments

/// The values with which rules compare attributes, for sample users.
struct RuleAttributesTests {
    private static func values(_ rule: String, shared: String) throws -> RuleAttributes.Values {
        let document = try LocatedReader.read(Array(#"{"$evaluators": \#(shared)}"#.utf8))
        var attributes = RuleAttributes(evaluators: document.sharedRules)
        var values: RuleAttributes.Values = [:]
        #expect(try !attributes.add(LocatedReader.read(Array(rule.utf8)), to: &values))
        return values
    }

    @Test(arguments: [
        #"{"sem_ver": {"$ref": "range"}}"#, #"{"sem_ver": [{"var": "appVersion"}, "<", {"$ref": "version"}]}"#,
        #"{"sem_ver": [{"var": {"$ref": "name"}}, "<", "2.0.0"]}"#, #"{"sem_ver": [{"$ref": "app"}, "<", "2.0.0"]}"#,
        #"{"and": [{"$ref": "rule"}, {"$ref": "rule"}]}"#,
    ])
    func sharedOperandsAreFound(rule: String) throws {
        let range = #"[{"var": "appVersion"}, "<", "2.0.0"]"#
        let shared =
            #"{"range": \#(range), "rule": {"sem_ver": \#(range)}, "version": "2.0.0", "name": "appVersion", "app": {"var": "appVersion"}}"#
        let values = try Self.values(rule, shared: shared)
        #expect(values["appVersion"]?.contains("1.0.0") == true)
        #expect(values["appVersion"]?.contains("2.0.0") == true)
    }

    /// The shared rules are so long that traversing their 80,000,000 values for each use would take minutes.
    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            #"{"$ref": "rule"}"#, #"{"in": [{"var": "country"}, {"$ref": "list"}]}"#, #"{"in": {"$ref": "in"}}"#,
        ]
    )
    func sharedRuleIsWalkedOnce(use: String) throws {
        let list = (0..<40_000).map { "\"\($0)\"" }.joined(separator: ",")
        let arguments = #"[{"var": "country"}, [\#(list)]]"#
        let shared = #"{"list": [\#(list)], "in": \#(arguments), "rule": {"in": \#(arguments)}}"#
        let uses = Array(repeating: use, count: 2_000).joined(separator: ",")
        let values = try Self.values(#"{"or": [\#(uses)]}"#, shared: shared)
        #expect(values["country"]?.count == RuleAttributes.limit)
    }
}
