import TestSupport
import Testing

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// Everything that a rule looks at or makes takes steps, before it is done.
struct RuleBudgetTests {
    /// A rule that grows with a number.
    private struct Growing: Sendable, CustomTestStringConvertible {
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
            "neighbour": {"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on"}
            }, "$evaluators": \(evaluators)}
            """
        )
    }

    private static func expense(_ rule: String, evaluators: String = "{}") throws -> RuleExpense {
        try #require(try document(rule, evaluators: evaluators).expense(of: "f"))
    }

    private static func list(_ element: String, _ count: Int) -> String {
        Array(repeating: element, count: count).joined(separator: ",")
    }

    /// A text that the compiler does not know beforehand.
    private static func hidden(_ value: String) -> String { #"{"if": [{"var": "x"}, 0, \#(value)]}"# }

    private static func quoted(_ byte: String, _ count: Int, and end: String = "") -> String {
        "\"" + String(repeating: byte, count: count) + end + "\""
    }

    @Test func eachArgumentTakesAStepAlsoAConstant() throws {
        let few = try Self.expense(#"{"or": [{"var": "x"}, \#(Self.list("0", 10))]}"#)
        let many = try Self.expense(#"{"or": [{"var": "x"}, \#(Self.list("0", 1_010))]}"#)
        #expect(many.steps - few.steps == 1_000)
    }

    @Test(
        "Every 32 bytes take a step",
        arguments: [
            Growing("==") { #"{"==": [\#(hidden(quoted("x", $0))), \#(quoted("x", $0))]}"# },
            Growing("===") { #"{"===": [\#(hidden(quoted("x", $0))), \#(quoted("x", $0))]}"# },
            Growing("< of texts") { #"{"<": [\#(hidden(quoted("x", $0))), \#(quoted("x", $0))]}"# },
            Growing("starts_with") { #"{"starts_with": [\#(hidden(quoted("x", $0))), \#(quoted("x", $0))]}"# },
            Growing("ends_with") { #"{"ends_with": [\#(hidden(quoted("x", $0))), \#(quoted("x", $0))]}"# },
            Growing("substr") { #"{"substr": [\#(hidden(quoted("x", $0))), 1]}"# },
            Growing("cat") { #"{"cat": [\#(hidden(quoted("x", $0))), "y"]}"# },
            Growing("text to number") { #"{"<": [\#(hidden(quoted("1", $0))), 5]}"# },
            Growing("white space") { #"{"<": [\#(hidden(quoted(" ", $0))), 5]}"# },
            Growing("arithmetic") { #"{"+": [\#(hidden(quoted("1", $0)))]}"# },
            Growing("in a text") { #"{"in": ["b", \#(hidden(quoted("a", $0)))]}"# },
            Growing("in an array") { #"{"in": [\#(hidden(quoted("a", $0, and: "b"))), [\#(quoted("a", $0 + 1))]]}"# },
            Growing("sem_ver") { #"{"sem_ver": [\#(hidden(quoted("1", $0, and: ".0.0"))), "=", "1.0.0"]}"# },
            Growing("computed key") { #"{"var": [\#(hidden(quoted("k", $0)))]}"# },
            Growing("missing") { #"{"missing": [\#(hidden(quoted("k", $0)))]}"# },
            Growing("fractional") { #"{"fractional": [\#(hidden(quoted("k", $0))), ["on", 1], ["off", 1]]}"# },
            Growing("length") { #"{"map": [[\#(hidden(quoted("k", $0)))], {"var": "length"}]}"# },
        ]
    )
    private func bytesTakeSteps(rule: Growing) throws {
        let short = try Self.expense(rule.text(32))
        let long = try Self.expense(rule.text(32_032))
        #expect(short.failure == nil && long.failure == nil)
        #expect(long.steps - short.steps >= 1_000)
    }

    @Test(
        "Every element takes a share of a step",
        arguments: [
            Growing("in") { #"{"in": ["z", {"if": [{"var": "x"}, 0, [\#(list("0", $0))]]}]}"# },
            Growing("merge") { #"{"merge": [{"if": [{"var": "x"}, 0, [\#(list("0", $0))]]}]}"# },
            Growing("===") { #"{"===": [{"if": [{"var": "x"}, 0, [\#(list("0", $0))]]}, [\#(list("0", $0))]]}"# },
            Growing("text") { #"{"cat": [{"if": [{"var": "x"}, 0, [\#(list("0", $0))]]}]}"# },
            Growing("members") { #"{"map": [[{\#(list("\"k\": 0", $0)), "l": 1}], {"var": "z"}]}"# },
            Growing("canonical CBOR") {
                #"{"fractional": [{"if": [{"var": "x"}, 0, {"a": [\#(list("0", $0))], "b": 0}]}, ["on"]]}"#
            },
        ]
    )
    private func elementsTakeSteps(rule: Growing) throws {
        let short = try Self.expense(rule.text(10))
        let long = try Self.expense(rule.text(4_010))
        #expect(long.steps - short.steps >= 500)
    }

    @Test(
        "What takes too many steps answers the default",
        arguments: [
            // 72 kB that took seconds.
            #"{"some": [[\#(list("0", 16_000))], {"or": [{"var": "x"}, \#(list("0", 20_000))]}]}"#,
            #"{"some": [[\#(list("0", 16_000))], {"==": [{"substr": [\#(quoted("x", 60_000)), {"var": "x"}]}, "y"]}]}"#,
            #"{"some": [[\#(list("0", 16_000))], {"in": ["b", \#(hidden(quoted("a", 60_000)))]}]}"#,
            #"{"none": [[\#(list("0", 16_000))], {"<": [\#(hidden(quoted("1", 60_000))), 5]}]}"#,
            #"{"some": [[\#(list("0", 16_000))], {"==": [\#(hidden("[" + list("0", 9_000) + "]")), "y"]}]}"#,
            #"{"missing": [\#(list("\"a\"", 60_000))]}"#,
            // The last thing that a rule does counts, too.
            #"{"in": [{"var": "x"}, [\#(list("0", 250_000))]]}"#,
        ]
    )
    func tooManyStepsAnswerTheDefault(rule: SampleText) throws {
        let document = try Self.document(rule.text)
        #expect(try #require(document.expense(of: "f")).steps <= Self.limit)
        let answer = try #require(document.evaluation(of: "f"))
        #expect(answer.value == nil)
        #expect(answer.error?.code == .general)
        #expect(answer.error?.message.contains("more than 50000 steps") == true)
        #expect(document.evaluation(of: "neighbour")?.value == true)
    }

    @Test(arguments: ["cat", "merge"], [15, 20_000])
    func sizesAreSummedBeforeSomethingIsMade(operation: String, count: Int) throws {
        let constant = operation == "cat" ? Self.quoted("x", 60_000) : "[\(Self.list("0", 5_000))]"
        let rule = #"{"in": ["y", {"\#(operation)": [\#(Self.list(#"{"$ref": "r"}"#, 2 * count))]}]}"#
        let expense = try Self.expense(rule, evaluators: #"{"r": \#(Self.hidden(constant))}"#)
        #expect(expense.failure == .tooExpensive)
        #expect(expense.memory < 4_096)
    }

    @Test func aTextOfTheGreatestSizeIsMade() throws {
        let rule = #"{"cat": [\#(Self.list(#"{"$ref": "r"}"#, 16))]}"#
        let expense = try Self.expense(rule, evaluators: #"{"r": \#(Self.hidden(Self.quoted("x", 65_535)))}"#)
        #expect(expense.failure == nil)
    }

    @Test func whatIsMadeOfAnotherTextTakesNoMemory() throws {
        let rule = #"{"==": [{"substr": [\#(Self.hidden(Self.quoted("ä", 30_000))), 1]}, "y"]}"#
        #expect(try Self.expense(rule).memory == 0)
    }

    @Test func textsThatDefeatTheHashOfASearchTakeSteps() throws {
        // Every window of the haystack is the needle, but for its last byte.
        let haystack = Array(repeating: UInt8(ascii: "a"), count: 4_096)
        var budget = 100
        let found = haystack.withUnsafeBufferPointer { FlatBytes.contains($0, $0, budget: &budget) }
        #expect(!found && budget < 0)
        budget = 200
        #expect(haystack.withUnsafeBufferPointer { FlatBytes.contains($0, $0, budget: &budget) })
    }

    @Test func lookingForANameInAnElementTakesMoreStepsThanAConstant() throws {
        func steps(_ elements: Int) throws -> Int {
            let rule = #"{"some": [[\#(Self.list("7", elements))], {">": [{"var": "accumulator"}]}]}"#
            return try Self.expense(rule).steps
        }
        // A step each for the element, the comparison, and the variable, and those for the name.
        #expect(try steps(150) - steps(50) >= 100 * 9)
    }

    @Test func lookingForAMissingKeyTakesMoreStepsThanAConstant() throws {
        func steps(_ keys: Int) throws -> Int {
            try Self.expense(#"{"missing": [{"merge": [[\#(Self.list("7", keys))]]}]}"#).steps
        }
        // Four for each key, and those for its copy.
        #expect(try steps(150) - steps(50) >= 100 * 4)
    }

    @Test(
        "A failure ends the work on the arguments that follow",
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
    func failureEndsTheWork(rule: String) throws {
        let rule = rule.replacing("@", with: Self.list(#"{"var": ["x", "7"]}"#, 5_000))
        let expense = try Self.expense(rule)
        #expect(expense.failure == .unknownOperation)
        #expect(expense.stepsAfterFailure < 100)
    }

    @Test func aListOfPeopleIsNoProblem() throws {
        let people = (0..<20_000).map { "\"\(100_000 + $0)-f81a-4478-a6d3-afaa4d51199e\"" }.joined(separator: ",")
        let rule = #"{"if": [{"in": [{"var": "targetingKey"}, [\#(people)]]}, "on", "off"]}"#
        let document = try Self.document(rule)
        let last = EvaluationContext(targetingKey: "119999-f81a-4478-a6d3-afaa4d51199e")
        #expect(document.evaluation(of: "f", for: last)?.variant == "on")
        #expect(document.evaluation(of: "f", for: EvaluationContext(targetingKey: "x"))?.variant == "off")
    }

    @Test func constantPartsTakeNoMoreStepsThanTheDocumentHasBytes() throws {
        let arena = FlatArena()
        var compiler = RuleCompiler(arena: arena, bucketing: .v3, maximumDepth: 16, size: 100_000, evaluators: 0)
        let text =
            #"{"or": [{"var": "x"}, \#(Self.list(#"{"in": ["z", "\#(String(repeating: "a", count: 3_000))"]}"#, 300))]}"#
        let rule = try FlatValue(JSONReader().value(from: text), in: arena, depth: 64)
        let member = FlatMember(name: FlatString("targeting"), value: rule)
        _ = try compiler.compileRule(member, ofFlag: arena.string("f"))
        #expect(compiler.foldingSteps < 100_000 && compiler.foldingSteps >= 0)
    }

    @Test func explainingWhichBranchDecidedIsBoundedToo() throws {
        let condition = #"{"some": [[\#(Self.list("0", 8_000))], {"var": "x"}]}"#
        let document = try Self.document(#"{"if": [\#(condition), "on", "off"]}"#)
        let answer = try #require(document.evaluation(of: "f"))
        #expect(answer.variant == "off")
        #expect(answer.rule == nil)
    }
}
