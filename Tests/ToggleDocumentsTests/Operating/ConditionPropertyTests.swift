import DocumentSyntax
import FeatureToggles
import FeatureTogglesRemote
import TestSupport
import Testing
import ToggleBase

@testable import ToggleDocuments

/// What tools say about a condition is what clients evaluate, also for users without the attributes.
@Suite struct ConditionPropertyTests {
    private static func text(_ rule: JSONValue) throws -> String {
        RuleText(condition: try LocatedReader.read(JSONWriter().bytes(rule)), limit: .max).description
    }

    /// Returns a random rule of comparisons, and adds these by their text.
    private static func rule(
        _ depth: Int,
        _ comparisons: inout [String: GeneratedComparison],
        using random: inout SeededRandom
    ) throws -> JSONValue {
        let kind = depth == 0 ? 0 : Int.random(in: 0..<4, using: &random)
        if kind == 0 {
            let comparison = try GeneratedComparison(using: &random)
            let words = try text(comparison.rule)
            guard case .comparison(let name, _) = try SaidCondition(words) else { return comparison.rule }
            // Comparisons that differ only in a default have the same text; one of them is enough.
            if let known = comparisons[name], known.rule != comparison.rule { return known.rule }
            comparisons[name] = comparison
            return comparison.rule
        }
        let parts = try (0..<Int.random(in: 1..<4, using: &random)).map { _ in
            try rule(depth - 1, &comparisons, using: &random)
        }
        return kind == 1 ? ["!": [parts[0]]] : .object([kind == 2 ? "and" : "or": .array(parts)])
    }

    @Test func textSaysWhoMeetsTheCondition() throws {
        var random = SeededRandom(seed: 34)
        var counts = (met: 0, unmet: 0, without: 0)
        for _ in 0..<600 {
            var comparisons: [String: GeneratedComparison] = [:]
            let rule = try Self.rule(3, &comparisons, using: &random)
            let text = try Self.text(rule)
            let said = try SaidCondition(text)
            let evaluator = try EvaluatedCondition(rule)
            for context in GeneratedComparison.contexts(using: &random) {
                let isMet = evaluator.isMet(by: context)
                #expect(try said.isMet(by: context, comparisons) == isMet, "\(text) for \(context)")
                if isMet { counts.met += 1 } else { counts.unmet += 1 }
            }
            if text.contains("(or without") { counts.without += 1 }
        }
        #expect(counts.met > 3_000 && counts.unmet > 3_000 && counts.without > 100, "\(counts)")
    }

    /// The rule before the change also has conditions and shares, which the others keep.
    @Test func targetSaysWhoIsSwitched() throws {
        var random = SeededRandom(seed: 10)
        let before = OperatedFlag.document(
            #", "targeting": {"if": [{"var": "beta"}, "popular", {"fractional": [["popular", 1], ["classic", 1]]}]}"#
        )
        let names = ["age", "country", "user.plan"]
        let ends = [
            "< 18", "<= 18", "> -1", ">= -1", "< -1", "<= 0", ">= 0", "== 0", "== DE", "!= DE", "!= 1", "== true",
            "!= null", "== null", "in [DE, x]", "in [0]", "starts_with D", "ends_with ''", "~ 2.0.0", "^ 2.0.0",
            "< 2.0.0", ">= 2.0.0", "!= 2.0.0", "== 2.0.0",
        ]
        var switched = 0
        for _ in 0..<300 {
            let parts = (0..<Int.random(in: 1..<4, using: &random)).map { _ in
                "\(names.randomElement(using: &random) ?? "") \(ends.randomElement(using: &random) ?? "")"
            }
            let condition = try TargetExpression(parts.joined(separator: " and "))
            var comparisons: [String: GeneratedComparison] = [:]
            for part in parts {
                let single = try TargetExpression(part)
                guard case .comparison(let text, _) = try SaidCondition(single.description) else { continue }
                let name = part.prefix { $0 != " " }
                comparisons[text] = try GeneratedComparison(String(name), single.rule)
            }
            let change = try OperatedFlag.operate(before) { try $0.target(condition, variant: "neural") }
            #expect(change.lines[1] == "  users with \(condition): popular or classic, depending on the rule → neural")
            let said = try SaidCondition(condition.description)
            let (old, new) = (try FlagDocument(text: #require(change.old)), try FlagDocument(text: change.new))
            let index = try #require(new.index(of: "ranking"))
            for context in GeneratedComparison.contexts(using: &random) {
                let isSaid = try said.isMet(by: context, comparisons)
                let variant = new.evaluate(index, context: context, timestamp: 0).variant
                let other = old.evaluate(index, context: context, timestamp: 0).variant
                #expect(variant == (isSaid ? "neural" : other), "\(condition) for \(context)")
                if isSaid { switched += 1 }
            }
            let hint = change.lines.first { $0.contains("to leave out users without") }
            #expect((hint == nil) == !condition.description.contains("(or without"))
            // Following the hint leaves out everyone without one of the attributes.
            guard let hint, let addition = hint.firstRange(of: "add ‘").map({ hint[$0.upperBound...].dropLast() })
            else { continue }
            let strict = try TargetExpression("\(parts.joined(separator: " and ")) \(addition)")
            #expect(!strict.description.contains("(or without"), "\(strict)")
        }
        #expect(switched > 1_000, "\(switched)")
    }
}
