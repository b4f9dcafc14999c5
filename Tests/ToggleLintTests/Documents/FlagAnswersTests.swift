import DocumentSyntax
import Testing
import ToggleBase
import ToggleLint

@Suite struct FlagAnswersTests {
    private static func answers(_ rest: String, state: String = "ENABLED") throws -> FlagAnswers {
        let text = """
            {"flags": {"a": {"state": "\(state)", "variants": {"x": "X", "y": "Y", "z": "Z"}, \(rest)}}}
            """
        return try #require(DocumentOutline(Array(text.utf8))?.parameters.first).answers
    }

    private static func text(_ answer: FlagAnswer) -> String {
        switch answer {
        case .value(.string(let text)): text
        case .value(let value): "\(value)"
        case .codeDefault: "code"
        case .failure: "failure"
        }
    }

    /// Returns moves as text such as `X→Y each`, sorted and without duplicates.
    private static func moves(_ old: FlagAnswers, _ new: FlagAnswers) -> [String] {
        let moves = old.moves(to: new).map { move in
            let (left, right) = (move.old.map(text).sorted(), move.new.map(text).sorted())
            return "\(left.joined(separator: "+"))→\(right.joined(separator: "+")) \(move.extent)"
        }
        return Set(moves).sorted()
    }

    @Test(
        arguments: [
            (#""defaultVariant": "x""#, ["X"]),
            (#""defaultVariant": null"#, ["code"]),
            (#""defaultVariant": "none""#, ["failure"]),
            (#""defaultVariant": "x", "targeting": {"if": [{"var": "a"}, "y"]}"#, ["X", "Y"]),
            (#""defaultVariant": "x", "targeting": {"if": [{"var": "a"}, "y", "z"]}"#, ["Y", "Z"]),
            (
                #""defaultVariant": "x", "targeting": {"if": [{"var": "a"}, "y", {"var": "b"}, "z", null]}"#,
                ["X", "Y", "Z"]
            ),
            (#""targeting": {"if": [{"var": "a"}, "y", {"if": [{"var": "b"}, "z"]}]}"#, ["Y", "Z", "code"]),
            (#""defaultVariant": "x", "targeting": {"if": [true, "y", "z"]}"#, ["Y"]),
            (#""defaultVariant": "x", "targeting": {"if": [false, "y", "z"]}"#, ["Z"]),
            (#""defaultVariant": "x", "targeting": {"if": [{"var": "a"}, "none"]}"#, ["X", "failure"]),
            (#""defaultVariant": "x", "targeting": {"fractional": [["x", 1], ["y", 0], ["z", 1]]}"#, ["X", "Z"]),
            (
                #""defaultVariant": "x", "targeting": {"if": [{"var": "a"}, {"fractional": [["y", 1], ["z", 1]]}]}"#,
                ["X", "Y", "Z"]
            ),
            (#""defaultVariant": "x", "targeting": {"var": "a"}"#, nil),
            (#""defaultVariant": "x", "targeting": {"if": [{"var": "a"}, {"var": "b"}]}"#, nil),
        ] as [(String, [String]?)]
    )
    func answersOfAllBranchesAreCollected(rest: String, expected: [String]?) throws {
        #expect(try Self.answers(rest).all?.map(Self.text).sorted() == expected)
    }

    @Test func disabledFlagHasCodeDefault() throws {
        let answers = try Self.answers(#""defaultVariant": "x", "targeting": {"if": [true, "y"]}"#, state: "DISABLED")
        #expect(answers.all == [.codeDefault])
    }

    private static let x = #""defaultVariant": "x""#

    private static func tested(_ stage: String, _ name: String = "a") -> String {
        #""defaultVariant": "x", "targeting": {"if": [{"var": "\#(name)"}, "\#(stage)"]}"#
    }

    @Test(
        arguments: [
            (x, x, []), (x, #""defaultVariant": "y""#, ["X→Y each"]),
            // The same condition applies to the same users.
            (tested("y"), tested("z"), ["Y→Z each"]),
            // A condition is added or removed.
            (x, tested("y"), ["X→Y arrivals"]), (tested("y"), x, ["Y→X departures"]),
            (
                tested("y"), tested("y", "b"),
                ["X+Y→X arrivals", "X+Y→Y arrivals", "X→X+Y departures", "Y→X+Y departures"]
            ),
            // A condition is negated, so other users meet none.
            (
                #""targeting": {"if": [{"var": "a"}, "x", "y"]}"#,
                #""targeting": {"if": [{"!": [{"var": "a"}]}, "y", "x"]}"#,
                ["X+Y→X arrivals", "X+Y→Y arrivals", "X→X+Y departures", "Y→X+Y departures"]
            ),
            // A repeated condition is unreachable.
            (
                tested("y"), #""defaultVariant": "x", "targeting": {"if": [{"var": "a"}, "y", {"var": "a"}, "z"]}"#, []
            ),
            (
                tested("y"),
                #""defaultVariant": "x", "targeting": {"if": [{"var": "a"}, "y", {"if": [{"var": "a"}, "z"]}]}"#, []
            ),
            // Some buckets stay, and others move.
            (
                #""targeting": {"fractional": [["x", 50], ["y", 50]]}, \#(x)"#,
                #""targeting": {"fractional": [["x", 40], ["y", 50], ["z", 10]]}, \#(x)"#, ["X→Y each", "Y→Z each"]
            ),
            // Nothing is known about rules that must be evaluated.
            (x, #""defaultVariant": "x", "targeting": {"var": "a"}"#, []),
            (#""defaultVariant": "x", "targeting": {"if": [{"var": "a"}, {"var": "b"}]}"#, tested("y"), []),
        ]
    )
    func movesFollowFromTheDefinition(old: String, new: String, expected: [String]) throws {
        #expect(Self.moves(try Self.answers(old), try Self.answers(new)) == expected)
    }

    @Test func longRuleIsRead() throws {
        let branches = (0..<1_000).map { #"{"var": "a\#($0)"}, "y""# }.joined(separator: ", ")
        let long = try Self.answers(#""defaultVariant": "x", "targeting": {"if": [\#(branches), "z"]}"#)
        #expect(long.all?.count == 2)
        #expect(Self.moves(long, long) == [])
        #expect(Self.moves(try Self.answers(Self.x), long) == ["X→Y arrivals", "X→Z each"])
    }

    @Test func answersOfVeryLongRulesAreUnknown() throws {
        let branches = (0..<1_001).map { #"{"var": "a\#($0)"}, "y""# }.joined(separator: ", ")
        #expect(try Self.answers(#""targeting": {"if": [\#(branches)]}"#).all == nil)
        let nested = #"{"if": [{"var": "b"}, {"if": [\#(branches)]}]}"#
        #expect(try Self.answers(#""targeting": \#(nested)"#).all == nil)
    }

    /// With quadratic work, this would take very long.
    @Test func veryLargeFlagIsReadInTime() throws {
        let variants = (0..<10_000).map { #""v\#($0)": \#($0)"# }.joined(separator: ", ")
        let branches = (0..<10_000).map { #"{"var": "a\#($0)"}, "v\#($0)""# }.joined(separator: ", ")
        let shares = (0..<10_000).map { #"["v\#($0)", 1]"# }.joined(separator: ", ")
        func flag(_ rule: String) -> String {
            #"{"state": "ENABLED", "variants": {\#(variants)}, "defaultVariant": "v0", "targeting": \#(rule)}"#
        }
        for rule in [#"{"if": [\#(branches)]}"#, #"{"fractional": [\#(shares)]}"#] {
            let outline = try #require(DocumentOutline(Array(#"{"flags": {"a": \#(flag(rule))}}"#.utf8)))
            #expect(outline.parameters[0].valueForAllUsers == nil)
            #expect(outline.parameters[0].answers.all == nil)
        }
    }
}
