import Testing
import ToggleBase
import ToggleDocuments
import ToggleManifest

/// Large documents whose flags share rules are processed in seconds; each of these once took more than a minute.
@Suite(.timeLimit(.minutes(20)))
struct LargeDocumentTests {
    /// Returns a document with a number of flags, whose rules may depend on their index.
    private func document(
        _ count: Int,
        variants: String = #"{"a":true,"b":false}"#,
        rule: (Int) -> String,
        evaluators: String
    ) -> [UInt8] {
        let flags = (0..<count).map { index in
            """
            "f\(index)":{"state":"ENABLED","variants":\(variants),"defaultVariant":"b","targeting":\(rule(index))}
            """
        }
        return Array(#"{"flags":{\#(flags.joined(separator: ","))},"$evaluators":{\#(evaluators)}}"#.utf8)
    }

    /// Returns a rule with a number of conditions.
    private func branches(_ count: Int, answer: (Int) -> String) -> String {
        let branches = (0..<count).map { #"{"==":[{"var":"x"},\#($0)]},"\#(answer($0))""# }
        return #"{"if":[\#(branches.joined(separator: ",")),"b"]}"#
    }

    private let reference: (Int) -> String = { _ in #"{"$ref":"e"}"# }

    /// Returns a rule that uses up all steps.
    private func costly(_ attribute: String) -> String {
        """
        {"if":[{"reduce":[[\((0..<900).map(String.init).joined(separator: ","))],{"+":[{"var":"accumulator"},
        {"if":[{"in":[{"var":"current"},{"var":"\(attribute)"}]},1,{"%":[{"var":"current"},7]}]},1,1,1,1,1,1]},
        {"var":"z"}]},"a","b"]}
        """
    }

    // MARK: Check

    @Test func sharedRuleIsFollowedOnce() throws {
        let text = document(5_000, rule: reference, evaluators: #""e":\#(branches(13_000) { _ in "a" })"#)
        let result = DocumentCheck().run(text, path: "f")
        #expect(result.flagCount == 5_000)
        #expect(!result.hasErrors)
    }

    @Test func missingSharedVariantsAreReportedPerFlag() throws {
        let text = document(900, rule: reference, evaluators: #""e":\#(branches(13_000) { $0 < 9 ? "a" : "n\($0)" })"#)
        let result = DocumentCheck().run(text, path: "f")
        #expect(result.diagnostics.count { $0.message == "the flag has no variant ‘n9’ (in ‘e’)" } == 900)
    }

    @Test func sharedListIsEstimatedOnce() throws {
        let list = (0..<13_000).map { #"{"==":[{"var":"x"},\#($0)]}"# }.joined(separator: ",")
        let text = document(
            3_500,
            rule: { _ in #"{"or":[{"and":{"$ref":"l"}},{"or":{"$ref":"l"}}]}"# },
            evaluators: #""l":[\#(list)]"#
        )
        #expect(DocumentCheck().run(text, path: "f").flagCount == 3_500)
    }

    @Test func costlySharedRuleIsTriedOnce() throws {
        let rule =
            #"{"if":[{"some":[[\#(repeatElement("1", count: 1_000).joined(separator: ","))],"#
            + #"{"or":[{"var":"x"},\#(repeatElement("0", count: 1_000).joined(separator: ","))]}]},"a","b"]}"#
        let text = document(900, rule: reference, evaluators: #""e":\#(rule)"#)
        let result = DocumentCheck().run(text, path: "f")
        #expect(result.diagnostics.count { $0.severity == .error && $0.message.contains("clients stop after") } == 900)
        #expect(!result.diagnostics.contains { $0.message.contains("not evaluated") })
    }

    @Test func unevaluatedCostlyRulesAreCounted() throws {
        // The rule depends on the flag's key, so each flag is evaluated separately.
        let list = repeatElement("0", count: 1_000).joined(separator: ",")
        let rule =
            #"{"if":[{"==":[{"var":"$flagd.flagKey"},1]},"b",{"some":[[\#(list)],"#
            + #"{"or":[{"var":"x"},\#(list)]}]},"a","b"]}"#
        let text = document(400, rule: reference, evaluators: #""e":\#(rule)"#)
        let result = DocumentCheck().run(text, path: "f")
        let untried = try #require(result.diagnostics.first { $0.message.contains("not evaluated") })
        #expect(untried.message.hasSuffix("shorten the rules to have all of them evaluated"))
        #expect(result.diagnostics.count { $0.message.contains("clients stop after 50000") } == 400)
    }

    @Test func manyVariantsAndAnswersAreCompared() throws {
        let names = (0..<30_000).map { "v\($0)" }
        let variants = names.map { #""\#($0)":1"# }.joined(separator: ",")
        let text = document(
            1,
            variants: #"{"b":0,\#(variants)}"#,
            rule: { _ in #"{"fractional":[\#(names.map { #"["\#($0)"]"# }.joined(separator: ","))]}"# },
            evaluators: ""
        )
        let found = DocumentCheck().run(text, path: "f").diagnostics
        #expect(found.map(\.message).allSatisfy { $0.hasPrefix("the rule may take up to ") })
    }

    @Test func uncheckedUpdatePoliciesAreNamed() throws {
        let versions = (0..<5_000).map { #""1.\#($0).0""# }.joined(separator: ",")
        let text = document(
            3_000,
            variants: #"{"must":{"level":"required","title":"x"},"b":{"level":"up_to_date"}}"#,
            rule: { _ in #"{"if":[{"$ref":"e"},"must","b"]}"# },
            evaluators: #""e":{"in":[{"var":"appVersion"},[\#(versions)]]}"#
        )
        let result = DocumentCheck().run(text, path: "f")
        let left = try #require(result.diagnostics.first { $0.message.hasPrefix("it is unknown whether ‘f") })
        #expect(left.message.contains(" more flags lock people out"))
    }

    // MARK: Diff

    private func differences(_ old: [UInt8], _ new: [UInt8]) throws -> [FlagDifference] {
        try DocumentDiff(old: old, new: new, timestamp: 1_800_000_000).differences()
    }

    @Test func flagsWithSameRuleAreEvaluatedOnce() throws {
        func text(_ last: Int) -> [UInt8] {
            let rule = #"{"if":[{"==":[{"var":"x"},\#(last)]},"a","b"]}"#
            return document(2_000, rule: reference, evaluators: #""e":\#(rule)"#)
        }
        let found = try differences(text(1), text(7))
        #expect(found.count == 2_000)
        #expect(found.allSatisfy { $0.method == .sample(10_000) && $0.audience == .share && !$0.isCutShort })
    }

    @Test func smallSampleMeansUnknownAudience() throws {
        func text(_ attribute: String) -> [UInt8] {
            document(1_000, rule: reference, evaluators: #""e":\#(costly(attribute))"#)
        }
        let found = try differences(text("q"), text("r"))
        #expect(found.count == 1_000)
        #expect(found.allSatisfy { $0.isCutShort && $0.audience == .unknown })
        let line = try #require(found.first?.description.split(separator: "\n").first)
        #expect(line.hasPrefix("? f0: unknown; for none of a sample of "))
        #expect(line.hasSuffix(", and a larger one would take too many steps"))
    }

    @Test func unevaluatedFlagsAreReported() throws {
        func text(_ attribute: String) -> [UInt8] {
            // The rule depends on the flag's key, so each flag is evaluated separately.
            let rule = costly(attribute).replacing(#"{"var":"z"}"#, with: #"{"var":"$flagd.flagKey"}"#)
            return document(1_000, rule: reference, evaluators: #""e":\#(rule)"#)
        }
        let found = try differences(text("q"), text("r"))
        let last = try #require(found.last)
        #expect(last.method == .notEvaluated)
        #expect(last.audience == .unknown)
        #expect(
            last.description.hasPrefix(
                "? f999: unknown; the rules of the documents take too many steps to be evaluated\n"
            )
        )
        #expect(JSONWriter().text(last.json).contains(#""audience":"unknown","share":null,"method":null"#))
    }

    @Test func manyAttributesAreNotAllTried() throws {
        func text(_ number: Int) -> [UInt8] {
            let rule = (0..<14_000).map { #"{"==":[{"var":"a\#($0)"},\#($0 == 9 ? number : $0)]}"# }
            return document(
                3_000,
                rule: { _ in #"{"if":[{"$ref":"e"},"a","b"]}"# },
                evaluators: #""e":{"or":[\#(rule.joined(separator: ","))]}"#
            )
        }
        let first = try #require(try differences(text(9), text(-9)).first)
        #expect(first.details.last == "the rule uses more than 256 attributes, and only that many were tried")
    }

    @Test func tooDeepRuleHidesNoOtherChange() throws {
        let deep = (0..<70).reduce(#""a""#) { rule, _ in #"{"if":[{"var":"x"},\#(rule),"b"]}"# }
        func text(_ variant: String) -> [UInt8] {
            Array(
                """
                {"flags":{
                "deep":{"state":"ENABLED","variants":{"a":true,"b":false},"defaultVariant":"a","targeting":\(deep)},
                "f":{"state":"ENABLED","variants":{"a":true,"b":false},"defaultVariant":"\(variant)"}}}
                """.utf8
            )
        }
        #expect(try differences(text("a"), text("b")).map(\.key) == ["f"])
    }
}
