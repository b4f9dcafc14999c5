import TestSupport
import Testing
import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// `in` with a long list of texts, which has the same results as a linear search, but takes few steps.
struct TextTableTests {
    private static func document(_ rule: String, list: [String]) throws -> FlagDocument {
        let elements = list.map { JSONWriter().text(.string($0)) }.joined(separator: ",")
        let targeting = rule.replacing("LIST", with: "[\(elements)]")
        let flag =
            #"{"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off", "targeting": \#(targeting)}"#
        return try FlagDocument(#"{"flags": {"f": \#(flag)}, "$evaluators": {"list": [\#(elements)]}}"#)
    }

    private static func context(_ value: JSONValue) -> EvaluationContext { EvaluationContext(attributes: ["x": value]) }

    private static let rules = [
        #"{"if": [{"in": [{"var": "x"}, LIST]}, "on", "off"]}"#,
        #"{"if": [{"in": [{"var": "x"}, {"$ref": "list"}]}, "on", "off"]}"#,
    ]

    @Test(arguments: rules)
    func tableMatchesLinearSearch(rule: String) throws {
        var random = SeededRandom(seed: 2_026)
        for count in [1, 15, 16, 17, 100, 5_000] {
            // Short texts with few different letters, so that many are equal, and some long ones.
            let list = (0..<count).map { _ in
                String(
                    (0..<Int.random(in: 0...(Bool.random(using: &random) ? 3 : 40), using: &random)).map { _ in
                        "abé\u{301}😀".randomElement(using: &random) ?? "a"
                    }
                )
            }
            let document = try Self.document(rule, list: list)
            for _ in 0..<200 {
                let needle =
                    Bool.random(using: &random)
                    ? list.randomElement(using: &random) ?? ""
                    : String(repeating: "b", count: .random(in: 0...5, using: &random))
                let isListed = list.contains { $0.utf8.elementsEqual(needle.utf8) }
                #expect(document.evaluation(of: "f", for: Self.context(.string(needle)))?.value == .bool(isListed))
            }
        }
    }

    @Test(arguments: rules)
    func otherTypesAreNotInListOfTexts(rule: String) throws {
        let document = try Self.document(rule, list: (0..<50).map(String.init) + ["null", "true", "[]", ""])
        for value: JSONValue in [1, 1.0, true, .null, ["1"], [:], []] {
            #expect(document.evaluation(of: "f", for: Self.context(value))?.variant == "off")
        }
        #expect(document.evaluation(of: "f", for: EvaluationContext())?.variant == "off")
    }

    @Test(arguments: ["1", "null", "true", "[]", "{}"])
    func mixedListIsSearchedLinearly(other: String) throws {
        let texts = (0..<50).map { "\"t\($0)\"" }.joined(separator: ",")
        let rule = #"{"if": [{"in": [{"var": "x"}, [\#(texts), \#(other)]]}, "on", "off"]}"#
        let document = try Self.document(rule, list: [])
        let value = try JSONReader().value(from: other)
        for listed: JSONValue in ["t0", "t49", value] {
            #expect(document.evaluation(of: "f", for: Self.context(listed))?.variant == "on")
        }
        #expect(document.evaluation(of: "f", for: Self.context("t50"))?.variant == "off")
    }

    @Test(arguments: rules)
    func longListTakesFewSteps(rule: String) throws {
        let list = (0..<5_000).map { "somebody-\($0)@example.com" }
        let document = try Self.document(rule, list: list)
        for needle in ["somebody-4999@example.com", "nobody"] {
            let cost = try #require(document.cost(of: "f", for: Self.context(.string(needle))))
            #expect(cost.failure == nil)
            #expect(cost.steps < 20)
            #expect(cost.memory == 0)
        }
    }

    @Test func rulesShareTableOfList() throws {
        let rule = #"{"if": [{"in": [{"var": "x"}, {"$ref": "list"}]}, "on", "off"]}"#
        func memory(flags count: Int, texts: Int) throws -> Int {
            let elements = (0..<texts).map { "\"somebody-\($0)\"" }.joined(separator: ",")
            let flags = (0..<count).map {
                #""f\#($0)": {"state": "ENABLED", "variants": {"on": true, "off": false}, "targeting": \#(rule)}"#
            }
            let text = #"{"flags": {\#(flags.joined(separator: ","))}, "$evaluators": {"list": [\#(elements)]}}"#
            var reader = try FlagDocumentReader(text: Array(text.utf8))
            try reader.read(bucketing: nil)
            return reader.arena.used
        }
        let flags = try memory(flags: 100, texts: 10) - memory(flags: 1, texts: 10)
        // A table has four bytes for each of 16,384 slots.
        #expect(try memory(flags: 100, texts: 5_000) - memory(flags: 1, texts: 5_000) - flags < 65_536)
    }

    @Test func textsWithEqualHashesAreSearchedLinearly() throws {
        // A table for 100 texts has 256 slots.
        let list = Array(
            (0...).lazy.map { "text-\($0)" }.filter { text in
                Array(text.utf8).withUnsafeBufferPointer { FlatBytes.hash($0) } % 256 == 0
            }
            .prefix(100)
        )
        let arena = FlatArena()
        let elements = list.map { text in
            Array(text.utf8).withUnsafeBufferPointer { FlatValue(string: arena.copy($0)) }
        }
        elements.withUnsafeBufferPointer { #expect(TextTable(of: $0, in: arena) == nil) }
        let document = try Self.document(Self.rules[0], list: list)
        for text in list { #expect(document.evaluation(of: "f", for: Self.context(.string(text)))?.variant == "on") }
        #expect(document.evaluation(of: "f", for: Self.context("text"))?.variant == "off")
    }
}
