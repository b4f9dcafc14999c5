import TestSupport
import Testing
import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// The steps that a rule takes for everything that it reads or creates, which are counted in advance.
struct RuleBudgetTests {
    /// A rule whose size depends on a number.
    private struct ScalableRule: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: @Sendable (Int) -> String

        init(_ description: String, _ text: @escaping @Sendable (Int) -> String) {
            testDescription = description
            self.text = text
        }
    }

    private static let limit = RuleEvaluator.maximumSteps

    private static func document(_ rule: String, evaluators: String = "{}") throws -> FlagDocument {
        try FlagDocument(
            """
            {"flags": {
            "f": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off", "targeting": \(rule)},
            "neighbor": {"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on"}
            }, "$evaluators": \(evaluators)}
            """
        )
    }

    private static func cost(_ rule: String, evaluators: String = "{}") throws -> RuleCost {
        try #require(try document(rule, evaluators: evaluators).cost(of: "f"))
    }

    private static func list(_ element: String, _ count: Int) -> String {
        Array(repeating: element, count: count).joined(separator: ",")
    }

    /// Returns a value that the compiler can't evaluate in advance.
    private static func hidden(_ value: String) -> String { #"{"if": [{"var": "x"}, 0, \#(value)]}"# }

    private static func quoted(_ byte: String, _ count: Int, and end: String = "") -> String {
        "\"" + String(repeating: byte, count: count) + end + "\""
    }

    @Test func everyArgumentTakesOneStep() throws {
        let few = try Self.cost(#"{"or": [{"var": "x"}, \#(Self.list("0", 10))]}"#)
        let many = try Self.cost(#"{"or": [{"var": "x"}, \#(Self.list("0", 1_010))]}"#)
        #expect(many.steps - few.steps == 1_000)
    }

    @Test(
        arguments: [
            ScalableRule("==") { #"{"==": [\#(hidden(quoted("x", $0))), \#(quoted("x", $0))]}"# },
            ScalableRule("===") { #"{"===": [\#(hidden(quoted("x", $0))), \#(quoted("x", $0))]}"# },
            ScalableRule("< of texts") { #"{"<": [\#(hidden(quoted("x", $0))), \#(quoted("x", $0))]}"# },
            ScalableRule("starts_with") { #"{"starts_with": [\#(hidden(quoted("x", $0))), \#(quoted("x", $0))]}"# },
            ScalableRule("ends_with") { #"{"ends_with": [\#(hidden(quoted("x", $0))), \#(quoted("x", $0))]}"# },
            ScalableRule("substr") { #"{"substr": [\#(hidden(quoted("x", $0))), 1]}"# },
            ScalableRule("cat") { #"{"cat": [\#(hidden(quoted("x", $0))), "y"]}"# },
            ScalableRule("text to number") { #"{"<": [\#(hidden(quoted("1", $0))), 5]}"# },
            ScalableRule("white space") { #"{"<": [\#(hidden(quoted(" ", $0))), 5]}"# },
            ScalableRule("arithmetic") { #"{"+": [\#(hidden(quoted("1", $0)))]}"# },
            ScalableRule("in a text") { #"{"in": ["b", \#(hidden(quoted("a", $0)))]}"# },
            ScalableRule("in an array") {
                #"{"in": [\#(hidden(quoted("a", $0, and: "b"))), [\#(quoted("a", $0 + 1))]]}"#
            },
            ScalableRule("sem_ver") { #"{"sem_ver": [\#(hidden(quoted("1", $0, and: ".0.0"))), "=", "1.0.0"]}"# },
            ScalableRule("computed key") { #"{"var": [\#(hidden(quoted("k", $0)))]}"# },
            ScalableRule("missing") { #"{"missing": [\#(hidden(quoted("k", $0)))]}"# },
            ScalableRule("fractional") { #"{"fractional": [\#(hidden(quoted("k", $0))), ["on", 1], ["off", 1]]}"# },
            ScalableRule("length") { #"{"map": [[\#(hidden(quoted("k", $0)))], {"var": "length"}]}"# },
        ]
    )
    private func bytesTakeSteps(rule: ScalableRule) throws {
        let short = try Self.cost(rule.text(32))
        let long = try Self.cost(rule.text(32_032))
        #expect(short.failure == nil && long.failure == nil)
        #expect(long.steps - short.steps >= 1_000)
    }

    @Test(
        arguments: [
            ScalableRule("in") { #"{"in": ["z", {"if": [{"var": "x"}, 0, [\#(list("0", $0))]]}]}"# },
            ScalableRule("merge") { #"{"merge": [{"if": [{"var": "x"}, 0, [\#(list("0", $0))]]}]}"# },
            ScalableRule("===") { #"{"===": [{"if": [{"var": "x"}, 0, [\#(list("0", $0))]]}, [\#(list("0", $0))]]}"# },
            ScalableRule("text") { #"{"cat": [{"if": [{"var": "x"}, 0, [\#(list("0", $0))]]}]}"# },
            ScalableRule("members") { #"{"map": [[{\#(list("\"k\": 0", $0)), "l": 1}], {"var": "z"}]}"# },
            ScalableRule("canonical CBOR") {
                #"{"fractional": [{"if": [{"var": "x"}, 0, {"a": [\#(list("0", $0))], "b": 0}]}, ["on"]]}"#
            },
        ]
    )
    private func elementsTakeSteps(rule: ScalableRule) throws {
        let short = try Self.cost(rule.text(10))
        let long = try Self.cost(rule.text(4_010))
        #expect(long.steps - short.steps >= 500)
    }

    @Test func everyComparedStringTakesOneStep() throws {
        func steps(_ count: Int) throws -> Int {
            let strings = "[\(Self.list(Self.quoted("a", 30, and: "b"), count)), null]"
            let cost = try Self.cost(#"{"in": [\#(Self.quoted("a", 30, and: "c")), \#(Self.hidden(strings))]}"#)
            #expect(cost.failure == nil)
            return cost.steps
        }
        #expect(try steps(4_010) - steps(10) >= 4_000)
    }

    @Test(
        arguments: [
            // Without a limit, this rule of 72 kB would take seconds.
            #"{"some": [[\#(list("0", 16_000))], {"or": [{"var": "x"}, \#(list("0", 20_000))]}]}"#,
            #"{"some": [[\#(list("0", 16_000))], {"==": [{"substr": [\#(quoted("x", 60_000)), {"var": "x"}]}, "y"]}]}"#,
            #"{"some": [[\#(list("0", 16_000))], {"in": ["b", \#(hidden(quoted("a", 60_000)))]}]}"#,
            #"{"none": [[\#(list("0", 16_000))], {"<": [\#(hidden(quoted("1", 60_000))), 5]}]}"#,
            #"{"some": [[\#(list("0", 16_000))], {"==": [\#(hidden("[" + list("0", 9_000) + "]")), "y"]}]}"#,
            #"{"missing": [\#(list("\"a\"", 60_000))]}"#,
            // The last operation of a rule counts, too.
            #"{"in": [{"var": "x"}, [\#(list("0", 250_000))]]}"#,
        ]
    )
    func tooManyStepsAreAnError(rule: SampleText) throws {
        let document = try Self.document(rule.text)
        #expect(try #require(document.cost(of: "f")).steps <= Self.limit)
        let answer = try #require(document.evaluation(of: "f"))
        #expect(answer.value == nil)
        #expect(answer.error?.code == .general)
        #expect(answer.error?.message.contains("more than 50000 steps") == true)
        #expect(document.evaluation(of: "neighbor")?.value == true)
    }

    @Test(arguments: ["cat", "merge"], [15, 20_000])
    func sizesAreCheckedBeforeAllocation(operation: String, count: Int) throws {
        let constant = operation == "cat" ? Self.quoted("x", 60_000) : "[\(Self.list("0", 5_000))]"
        let rule = #"{"in": ["y", {"\#(operation)": [\#(Self.list(#"{"$ref": "r"}"#, 2 * count))]}]}"#
        let cost = try Self.cost(rule, evaluators: #"{"r": \#(Self.hidden(constant))}"#)
        #expect(cost.failure == .tooExpensive)
        #expect(cost.memory < 4_096)
    }

    @Test func textOfMaximumSizeIsCreated() throws {
        let rule = #"{"cat": [\#(Self.list(#"{"$ref": "r"}"#, 16))]}"#
        let cost = try Self.cost(rule, evaluators: #"{"r": \#(Self.hidden(Self.quoted("x", 65_535)))}"#)
        #expect(cost.failure == nil)
    }

    @Test func substringsTakeNoMemory() throws {
        let rule = #"{"==": [{"substr": [\#(Self.hidden(Self.quoted("ä", 30_000))), 1]}, "y"]}"#
        #expect(try Self.cost(rule).memory == 0)
    }

    @Test func searchWithHashCollisionsTakesSteps() throws {
        // Every window of the haystack has the needle's hash.
        let haystack = Array(repeating: UInt8(ascii: "a"), count: 4_096)
        var budget = 100
        let found = haystack.withUnsafeBufferPointer { FlatBytes.contains($0, $0, budget: &budget) }
        #expect(!found && budget < 0)
        budget = 200
        #expect(haystack.withUnsafeBufferPointer { FlatBytes.contains($0, $0, budget: &budget) })
    }

    @Test func lookingUpNamesInElementsTakesSteps() throws {
        func steps(_ elements: Int) throws -> Int {
            let rule = #"{"some": [[\#(Self.list("7", elements))], {">": [{"var": "accumulator"}]}]}"#
            return try Self.cost(rule).steps
        }
        // One step each for the element, the comparison, and the variable, and the steps for the name.
        #expect(try steps(150) - steps(50) >= 100 * 9)
    }

    @Test func lookingUpMissingKeysTakesSteps() throws {
        func steps(_ keys: Int) throws -> Int {
            try Self.cost(#"{"missing": [{"merge": [[\#(Self.list("7", keys))]]}]}"#).steps
        }
        // Four steps for each key, and the steps for its copy.
        #expect(try steps(150) - steps(50) >= 100 * 4)
    }

    @Test(
        arguments: [
            #"{"min": [{"nope": []}, @]}"#, #"{"+": [{"nope": []}, @]}"#, #"{"*": [{"nope": []}, @]}"#,
            #"{"-": [{"nope": []}, @]}"#, #"{"cat": [{"nope": []}, @]}"#, #"{"substr": [{"nope": []}, @]}"#,
            #"{"merge": [{"nope": []}, @]}"#, #"{"missing": [{"nope": []}, @]}"#, #"{"or": [{"nope": []}, @]}"#,
            #"{"and": [{"nope": []}, @]}"#, #"{"if": [{"nope": []}, @]}"#, #"{"in": [1, [{"nope": []}, @]]}"#,
            #"{"===": [[{"nope": []}, @], 1]}"#, #"{"sem_ver": [{"nope": []}, @]}"#,
            #"{"starts_with": [{"nope": []}, @]}"#, #"{"fractional": [{"nope": []}, @]}"#,
            #"{"fractional": [["on", 1], [{"nope": []}, 1], @]}"#, #"{"unheard": [{"nope": []}, @]}"#,
            #"{"map": [[1, 2, 3], {"min": [{"nope": []}, @]}]}"#, #"{"reduce": [[1, 2], {"nope": []}, [@]]}"#,
            #"{"cat": [[{"nope": []}, @]]}"#,
        ]
    )
    func failureSkipsRemainingArguments(rule: String) throws {
        let rule = rule.replacing("@", with: Self.list(#"{"var": ["x", "7"]}"#, 5_000))
        let cost = try Self.cost(rule)
        #expect(cost.failure == .unknownOperation)
        #expect(cost.stepsAfterFailure < 100)
    }

    @Test func longListOfUsersIsAllowed() throws {
        let people = (0..<20_000).map { "\"\(100_000 + $0)-f81a-4478-a6d3-afaa4d51199e\"" }.joined(separator: ",")
        let rule = #"{"if": [{"in": [{"var": "targetingKey"}, [\#(people)]]}, "on", "off"]}"#
        let document = try Self.document(rule)
        let last = EvaluationContext(targetingKey: "119999-f81a-4478-a6d3-afaa4d51199e")
        #expect(document.evaluation(of: "f", for: last)?.variant == "on")
        #expect(document.evaluation(of: "f", for: EvaluationContext(targetingKey: "x"))?.variant == "off")
    }

    @Test func constantFoldingIsLimitedByDocumentSize() throws {
        let arena = FlatArena()
        var compiler = RuleCompiler(arena: arena, bucketing: .v3, maximumDepth: 16, size: 100_000, evaluators: 0)
        let text =
            #"{"or": [{"var": "x"}, \#(Self.list(#"{"in": ["z", "\#(String(repeating: "a", count: 3_000))"]}"#, 300))]}"#
        let rule = try FlatValue(JSONReader().value(from: text), in: arena, depth: 64)
        let member = FlatMember(name: FlatString("targeting"), value: rule)
        _ = try compiler.compileRule(member, ofFlag: arena.string("f"))
        #expect(compiler.foldingSteps < 100_000 && compiler.foldingSteps >= 0)
    }

    @Test func explainingDecisiveBranchIsLimited() throws {
        let condition = #"{"some": [[\#(Self.list("0", 8_000))], {"var": "x"}]}"#
        let document = try Self.document(#"{"if": [\#(condition), "on", "off"]}"#)
        let answer = try #require(document.evaluation(of: "f"))
        #expect(answer.variant == "off")
        #expect(answer.rule == nil)
    }
}
