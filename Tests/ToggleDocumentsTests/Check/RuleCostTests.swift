import FeatureToggles
import FeatureTogglesRemote
import TestSupport
import Testing
import ToggleDocuments
import ToggleManifest

/// Rules that clients don't finish evaluating are reported, with their cost.
struct RuleCostTests {
    private static func list(_ element: String, _ count: Int) -> String {
        Array(repeating: element, count: count).joined(separator: ",")
    }

    private static func findings(_ rule: String) -> [String] {
        let text = """
            {"flags": {"f": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off",
            "targeting": {"if": [\(rule), "on", "off"]}}}}
            """
        return DocumentCheck().run(Array(text.utf8), path: "f").diagnostics.map(\.description)
    }

    @Test func ruleOverLimitForAllIsError() throws {
        let rule = #"{"some": [[\#(Self.list("1", 1_000))], {"or": [{"var": "x"}, \#(Self.list("0", 1_000))]}]}"#
        let finding = try #require(Self.findings(rule).first { $0.contains("steps") })
        #expect(finding.hasPrefix("f:2:1: error: the rule takes up to 1009"))
        #expect(finding.contains("clients stop after 50000 steps"))
        #expect(finding.hasSuffix("then clients return the toggle's default with the error GENERAL"))
    }

    @Test func ruleOverLimitForSomeIsWarning() throws {
        let costly = #"{"some": [[\#(Self.list("1", 1_000))], {"or": [{"var": "x"}, \#(Self.list("0", 1_000))]}]}"#
        let rule = #"{"if": [{"==": [{"var": "country"}, "DE"]}, \#(costly), true]}"#
        let finding = try #require(Self.findings(rule).first { $0.contains("steps") })
        #expect(finding.hasPrefix("f:2:1: warning: the rule may take up to 1009"))
    }

    @Test(arguments: [
        #"{"==": [{"var": "country"}, "DE"]}"#,
        #"{"in": [{"var": "x"}, [\#(list("\"0f9d6a5e-7a1b-4c7e-9d59-1f0c\"", 20_000))]]}"#,
        #"{"some": [{"var": "tags"}, {"in": [{"var": ""}, [\#(list("\"a\"", 1_000))]]}]}"#,
        #"{"and": [\#(list(#"{"==": [{"var": "a"}, "b"]}"#, 5_000))]}"#,
    ])
    func ordinaryRulesHaveNoFindings(rule: SampleText) {
        #expect(!Self.findings(rule.text).contains { $0.contains("steps") })
    }

    private static func allowanceWarnings(flags count: Int, _ rule: String) -> [String] {
        let flag = #"{"state": "ENABLED", "variants": {"on": true, "off": false}, "targeting": {"$ref": "shared"}}"#
        let flags = (0..<count).map { "\"f\($0)\": \(flag)" }.joined(separator: ",\n")
        let text = #"{"flags": {\#n\#(flags)}, "$evaluators": {"shared": {"if": [\#(rule), "on", "off"]}}}"#
        return DocumentCheck().run(Array(text.utf8), path: "f").diagnostics.map(\.description)
            .filter { $0.contains("together") }
    }

    @Test func rulesOverTotalLimitAreAWarning() throws {
        let rule = #"{"some": [[\#(Self.list("1", 2_000))], {"==": [{"var": ""}, 2]}]}"#
        #expect(Self.allowanceWarnings(flags: 4, rule).isEmpty)
        let warnings = Self.allowanceWarnings(flags: 50, rule)
        #expect(warnings.count == 1)
        let warning = try #require(warnings.first)
        #expect(warning.hasPrefix("f:1:2: warning: all rules together may take "))
        #expect(warning.contains("100000 on the toggles that it declares"))
        #expect(warning.contains("the most expensive rules are ‘f0’ ("))
    }

    @Test func manyOrdinaryRulesHaveNoWarning() {
        let people = (0..<2_000).map { "\"tester-\($0)@example.com\"" }.joined(separator: ",")
        let isTester = #"{"in": [{"var": "email"}, [\#(people)]]}"#
        let rule = #"{"or": [\#(isTester), {"ends_with": [{"var": "email"}, "@example.org"]}]}"#
        #expect(Self.allowanceWarnings(flags: 500, rule).isEmpty)
    }

    @Test(arguments: [
        #"{"==": [{"var": "a"}, "b"]}"#, #"{"in": [{"var": "a"}, ["b", "c"]]}"#,
        #"{"cat": [{"var": "a"}, "b", 1, 0.5]}"#,
        #"{"some": [[1, 2, 3], {"<": [{"var": ""}, "5"]}]}"#,
        #"{"reduce": [[1, 2], {"+": [{"var": "current"}, 1]}, 0]}"#,
        #"{"merge": [[1, 2], {"var": "a"}]}"#, #"{"sem_ver": [{"var": "v"}, ">", "1.2.3"]}"#,
        #"{"missing": ["a", "b"]}"#,
        #"{"fractional": [{"var": "a"}, ["on", 1], ["off", {"if": [{"var": "b"}, 1, 2]}]]}"#,
        #"{"map": [[[1, 2], [3]], {"map": [{"var": ""}, {"cat": [{"var": ""}, "x"]}]}]}"#,
    ])
    func estimateIsAnUpperBound(rule: String) throws {
        // Repeating the rule multiplies its cost, which is reported near the limit.
        let count = 3_000
        let text = """
            {"flags": {"f": {"state": "ENABLED", "variants": {"on": true}, "targeting": {"if": [
            {"or": [\(Array(repeating: #"{"and": [\#(rule), {"!": [{"var": "never"}]}, false]}"#, count: count).joined(separator: ","))]},
            "on"]}}}}
            """
        let document = try FlagDocument(text: Array(text.utf8))
        let result = DocumentCheck().run(Array(text.utf8), path: "f").diagnostics
        let fails = document.evaluationFails(for: ["a": "text", "v": "1.0.0", "b": true])
        if fails { #expect(result.contains { $0.message.contains("steps") }) }
    }
}

extension FlagDocument {
    fileprivate func evaluationFails(for attributes: [String: JSONValue]) -> Bool {
        guard let index = index(of: "f") else { return false }
        let context = EvaluationContext(targetingKey: "ada", attributes: attributes)
        return evaluate(index, context: context, timestamp: 0).error != nil
    }
}
