import FeatureToggles
import Testing
import ToggleBase

@testable import ToggleDocuments

/// The values with which rules compare attributes, for sample users.
struct RuleAttributesTests {
    private static func values(_ rule: String, shared: String) throws -> RuleAttributes {
        var values = RuleAttributes()
        guard case .object(let evaluators) = try JSONReader().value(from: Array(shared.utf8)) else { return values }
        let shared = Dictionary(evaluators.members.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        values.add(try JSONReader().value(from: Array(rule.utf8)), evaluators: shared)
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
        #expect(values.values["appVersion"]?.contains("1.0.0") == true)
        #expect(values.values["appVersion"]?.contains("2.0.0") == true)
    }

    /// The shared rules are so long that traversing their 80,000,000 values for each use would take minutes.
    @Test(
        .timeLimit(.minutes(1)),
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
        #expect(values.values["country"]?.count == RuleAttributes.limit)
    }
}
