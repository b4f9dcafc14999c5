import Testing

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// The cost limit that the rules of all toggles share.
struct RuleAllowanceTests {
    private static func flag(_ rule: String) -> String {
        #"{"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off", "targeting": \#(rule)}"#
    }

    /// Returns a client for pairs of toggles.
    ///
    /// The first toggle of each pair has a rule that takes about 40,000 steps and chooses `on`, and the second has a
    /// cheap rule.
    private static func client(pairs: Int) throws -> ToggleClient {
        let zeros = Array(repeating: "0", count: 8_000).joined(separator: ",")
        let expensive = #"{"if": [{"some": [[\#(zeros)], {"==": [{"var": ""}, 1]}]}, "off", "on"]}"#
        let cheap = flag(#"{"if": [{"==": [{"var": "x"}, null]}, "on", "off"]}"#)
        let costly = flag(#"{"$ref": "expensive"}"#)
        let flags = (0..<pairs).flatMap { ["\"costly_\($0)\": \(costly)", "\"cheap_\($0)\": \(cheap)"] }
        let text = #"{"flags": {\#(flags.joined(separator: ","))}, "$evaluators": {"expensive": \#(expensive)}}"#
        let toggles = (0..<pairs).flatMap { ["costly_\($0)", "cheap_\($0)"] }.map {
            ToggleDefinition(key: $0, category: .ops, type: .bool, defaultValue: false)
        }
        let client = ToggleClient(registries: [ToggleRegistry(namespace: "Many", toggles: toggles)], overrides: .none)
        client.put(try FlagDocument(text))
        return client
    }

    @Test func exhaustedAllowanceStopsOnlyExpensiveRules() throws {
        let client = try Self.client(pairs: 50)
        let answers = client.explanations()
        let costly = answers.filter { $0.key.hasPrefix("costly") }.map(\.evaluation)
        let cheap = answers.filter { $0.key.hasPrefix("cheap") }.map(\.evaluation)
        let firstCut = try #require(costly.firstIndex { $0.error != nil })
        #expect((1...10).contains(firstCut))
        for evaluation in costly[..<firstCut] { #expect(evaluation.value == true) }
        for evaluation in costly[firstCut...] {
            #expect(evaluation.value == false)
            #expect(evaluation.source == .default)
            #expect(evaluation.error?.code == .general)
            #expect(evaluation.error?.message.contains("more than 100000 steps in total") == true)
        }
        for evaluation in cheap {
            #expect(evaluation.value == true)
            #expect(evaluation.error == nil)
        }
    }

    @Test func explanationMatchesResolution() throws {
        let client = try Self.client(pairs: 20)
        for definition in client.definitions {
            let toggle = ToggleReference(id: definition.id, fallback: 0, key: "toggle")
            let resolution = client.resolve(toggle, for: nil)
            #expect(client.explanation(of: definition).evaluation.error == resolution.error)
            #expect(client.explanations(ofKey: definition.key).first?.evaluation.error == resolution.error)
        }
    }

    @Test func readWithContextHasItsOwnAllowance() throws {
        let client = try Self.client(pairs: 20)
        let last = try #require(client.definitions.last { $0.key.hasPrefix("costly") })
        #expect(client.explanation(of: last).evaluation.value == false)
        #expect(client.explanation(of: last, for: EvaluationContext(targetingKey: "anna")).evaluation.value == true)
    }

    @Test func singleExpensiveRuleIsEvaluatedCompletely() throws {
        let client = try Self.client(pairs: 1)
        #expect(client.explanations().allSatisfy { $0.evaluation.value == true && $0.evaluation.error == nil })
    }

    @Test func constantRulesDoNotUseTheAllowance() throws {
        let zeros = Array(repeating: "0", count: 9_990).joined(separator: ",")
        let costly = Self.flag(#"{"if": [{"some": [[\#(zeros)], {"==": [{"var": ""}, 1]}]}, "off", "on"]}"#)
        let constants = (0..<200).map { #""constant_\#($0)": \#(Self.flag(#"{"if": [true, "on", "off"]}"#))"# }
        let text = #"{"flags": {"first": \#(costly), "last": \#(costly), \#(constants.joined(separator: ","))}}"#
        let keys = ["first"] + (0..<200).map { "constant_\($0)" } + ["last"]
        let toggles = keys.map { ToggleDefinition(key: $0, category: .ops, type: .bool, defaultValue: false) }
        let client = ToggleClient(registries: [ToggleRegistry(namespace: "Many", toggles: toggles)], overrides: .none)
        client.put(try FlagDocument(text))
        let before = client.explanations().map(\.evaluation)
        #expect(before.allSatisfy { $0.value == true && $0.error == nil })
        // Only the rules of the first and the last toggle are evaluated.
        client.context["plan"] = "pro"
        #expect(client.explanations().map(\.evaluation) == before)
    }
}
