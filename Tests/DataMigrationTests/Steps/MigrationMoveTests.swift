import DataMigration
import Testing

struct MigrationMoveTests {
    /// A move with the expected settings.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let move: MigrationMove
        let before: [String: StoredValue]
        let after: [String: StoredValue]
        var result = MigrationOutcome.Step.Result.moved

        var testDescription: String { name }
    }

    struct Tab: Codable, Equatable {
        var title: String
        var count: Int
    }

    private static let join: @Sendable ([String?]) -> String? = { $0.compactMap(\.self).joined(separator: " ") }
    private static let words: @Sendable (String) -> [String?] = { text in
        let words = text.split(separator: " ").map(String.init)
        return [words.first, words.count > 1 ? words[1] : nil]
    }

    static let cases = [
        Case(name: "rename", move: .rename("a", to: "b"), before: ["a": 1, "c": 2], after: ["b": 1, "c": 2]),
        Case(
            name: "rename a missing key",
            move: .rename("a", to: "b"),
            before: ["b": 1],
            after: ["b": 1],
            result: .nothingToMove
        ),
        Case(name: "rename to the same value", move: .rename("a", to: "b"), before: ["a": 1, "b": 1], after: ["b": 1]),
        Case(
            name: "rename to itself",
            move: .rename("a", to: "a"),
            before: ["a": 1],
            after: ["a": 1],
            result: .nothingToMove
        ),
        Case(
            name: "rename, target is kept",
            move: .rename("a", to: "b", onCollision: .keepTarget),
            before: ["a": 1, "b": 2],
            after: ["a": 1, "b": 2],
            result: .nothingToMove
        ),
        Case(
            name: "rename, target is replaced",
            move: .rename("a", to: "b", onCollision: .replaceTarget),
            before: ["a": 1, "b": 2],
            after: ["b": 1]
        ),
        Case(name: "copy", move: .copy("a", to: "b"), before: ["a": 1], after: ["a": 1, "b": 1]),
        Case(
            name: "repeated copy",
            move: .copy("a", to: "b"),
            before: ["a": 1, "b": 1],
            after: ["a": 1, "b": 1],
            result: .nothingToMove
        ),
        Case(
            name: "copy, target is kept",
            move: .copy("a", to: "b", onCollision: .keepTarget),
            before: ["a": 1, "b": 2],
            after: ["a": 1, "b": 2],
            result: .nothingToMove
        ),
        Case(name: "delete", move: .delete("a", "b"), before: ["a": 1, "c": 2], after: ["c": 2]),
        Case(
            name: "delete a missing key",
            move: .delete("a"),
            before: ["c": 2],
            after: ["c": 2],
            result: .nothingToMove
        ),
        Case(
            name: "add a prefix",
            move: .addPrefix("app."),
            before: ["a": 1, "app.b": 2],
            after: ["app.a": 1, "app.b": 2]
        ),
        Case(
            name: "strip a prefix",
            move: .stripPrefix("flutter."),
            before: ["flutter.a": 1, "b": 2, "flutter.": 3],
            after: ["a": 1, "b": 2, "flutter.": 3]
        ),
        Case(
            name: "strip a repeated prefix",
            move: .stripPrefix("f."),
            before: ["f.f.a": 1, "f.a": 2],
            after: ["f.a": 1, "a": 2]
        ),
        Case(name: "strip nothing", move: .stripPrefix(""), before: ["a": 1], after: ["a": 1], result: .nothingToMove),
        Case(
            name: "change the type",
            move: .change("a", from: String.self, to: Int.self) { Int($0) },
            before: ["a": "12"],
            after: ["a": 12]
        ),
        Case(
            name: "repeated change",
            move: .change("a", from: String.self, to: Int.self) { Int($0) },
            before: ["a": 12],
            after: ["a": 12],
            result: .nothingToMove
        ),
        Case(
            name: "change a value",
            move: .change("a", from: Int.self, to: Int.self) { $0 * 2 },
            before: ["a": 12],
            after: ["a": 24]
        ),
        Case(
            name: "change arrays",
            move: .change("a", from: [String].self, to: [Int].self) { $0.map(\.count) },
            before: ["a": ["x", "yy"]],
            after: ["a": [1, 2]]
        ),
        Case(
            name: "decode JSON from bytes",
            move: .decodeJSON("tab", as: Tab.self),
            before: ["tab": .data(Array(#"{"title":"x","count":3,"old":0}"#.utf8))],
            after: ["tab": ["title": "x", "count": 3]]
        ),
        Case(
            name: "decode JSON from text to another key",
            move: .decodeJSON("tab", to: "t", as: Tab.self),
            before: ["tab": #"{"title":"x","count":3}"#],
            after: ["t": ["title": "x", "count": 3]]
        ),
        Case(
            name: "repeated decoding",
            move: .decodeJSON("tab", as: Tab.self),
            before: ["tab": ["title": "x"]],
            after: ["tab": ["title": "x"]],
            result: .nothingToMove
        ),
        Case(
            name: "decode JSON and store its parts",
            move: .decodeJSON("tab", as: Tab.self) { tab, data in data.set(tab.title, for: "title") },
            before: ["tab": .data(Array(#"{"title":"x","count":3}"#.utf8))],
            after: ["title": "x"]
        ),
        Case(
            name: "split",
            move: .split("n", into: ["f", "l"], words),
            before: ["n": "Ada Lovelace"],
            after: ["f": "Ada", "l": "Lovelace"]
        ),
        Case(
            name: "split into itself",
            move: .split("n", into: ["n", "l"], words),
            before: ["n": "Ada Lovelace"],
            after: ["n": "Ada", "l": "Lovelace"]
        ),
        Case(
            name: "split in part",
            move: .split("n", into: ["f", "l"], words),
            before: ["n": "Ada"],
            after: ["f": "Ada"]
        ),
        Case(
            name: "split, target is kept",
            move: .split("n", into: ["f", "l"], onCollision: .keepTarget, words),
            before: ["n": "A B", "l": "C"],
            after: ["n": "A B", "f": "A", "l": "C"]
        ),
        Case(
            name: "split into itself, target is kept",
            move: .split("n", into: ["n", "l"], onCollision: .keepTarget, words),
            before: ["n": "A B", "l": "C"],
            after: ["n": "A B", "l": "C"],
            result: .nothingToMove
        ),
        Case(
            name: "merge",
            move: .merge(["f", "l"], into: "n", join),
            before: ["f": "Ada", "l": "Lovelace"],
            after: ["n": "Ada Lovelace"]
        ),
        Case(
            name: "merge into a part",
            move: .merge(["f", "l"], into: "f", join),
            before: ["f": "Ada", "l": "Lovelace"],
            after: ["f": "Ada Lovelace"]
        ),
        Case(
            name: "merge in part",
            move: .merge(["f", "l"], into: "n", join),
            before: ["l": "Lovelace"],
            after: ["n": "Lovelace"]
        ),
        Case(
            name: "merge nothing",
            move: .merge(["f", "l"], into: "n", join),
            before: ["n": "x"],
            after: ["n": "x"],
            result: .nothingToMove
        ),
        Case(
            name: "merge, target is kept",
            move: .merge(["f", "l"], into: "n", onCollision: .keepTarget, join),
            before: ["f": "A", "n": "x"],
            after: ["f": "A", "n": "x"],
            result: .nothingToMove
        ),
        Case(
            name: "free",
            move: .free("double") { data in data["a"] = try data.value(of: "a", as: Int.self).map { .integer($0 * 2) }
            },
            before: ["a": 2],
            after: ["a": 4]
        ),
        Case(
            name: "free without change",
            move: .free("nothing") { _ in },
            before: ["a": 2],
            after: ["a": 2],
            result: .nothingToMove
        ),
    ]

    @Test(arguments: cases)
    func moveProducesExpectedSettings(_ example: Case) throws {
        let (values, outcome) = try moved(example.before, example.move)
        #expect(values == example.after)
        #expect(outcome.steps.map(\.result) == [example.result])
        #expect(outcome.result == .migrated)
    }

    /// A move with its expected failure.
    struct Failing: Sendable, CustomTestStringConvertible {
        let name: String
        let move: MigrationMove
        let before: [String: StoredValue]
        let code: DataMigrationError.Code
        let key: String?

        var testDescription: String { name }
    }

    private struct Refusal: Error {}

    static let failing = [
        Failing(
            name: "rename onto another value",
            move: .rename("a", to: "b"),
            before: ["a": 1, "b": 2],
            code: .collision,
            key: "b"
        ),
        Failing(
            name: "copy onto another value",
            move: .copy("a", to: "b"),
            before: ["a": 1, "b": 2],
            code: .collision,
            key: "b"
        ),
        Failing(
            name: "add a prefix onto another value",
            move: .addPrefix("x."),
            before: ["a": 1, "x.a": 2],
            code: .collision,
            key: "x.a"
        ),
        Failing(
            name: "strip a prefix onto another value",
            move: .stripPrefix("x."),
            before: ["a": 1, "x.a": 2],
            code: .collision,
            key: "a"
        ),
        Failing(
            name: "split onto another value",
            move: .split("n", into: ["f", "l"], words),
            before: ["n": "A B", "l": "C"],
            code: .collision,
            key: "l"
        ),
        Failing(
            name: "merge onto another value",
            move: .merge(["f", "l"], into: "n", join),
            before: ["f": "A", "n": "x"],
            code: .collision,
            key: "n"
        ),
        Failing(
            name: "another type",
            move: .change("a", from: String.self, to: Int.self) { Int($0) },
            before: ["a": true],
            code: .typeMismatch,
            key: "a"
        ),
        Failing(
            name: "failed conversion",
            move: .change("a", from: String.self, to: Int.self) { Int($0) },
            before: ["a": "x"],
            code: .failedConversion,
            key: "a"
        ),
        Failing(
            name: "conversion throws",
            move: .change("a", from: String.self, to: Int.self) { _ in throw Refusal() },
            before: ["a": "x"],
            code: .failedConversion,
            key: "a"
        ),
        Failing(
            name: "invalid JSON",
            move: .decodeJSON("a", as: Tab.self),
            before: ["a": "{"],
            code: .failedConversion,
            key: "a"
        ),
        Failing(
            name: "JSON of another shape",
            move: .decodeJSON("a", as: Tab.self),
            before: ["a": "{}"],
            code: .failedConversion,
            key: "a"
        ),
        Failing(
            name: "JSON in a number",
            move: .decodeJSON("a", as: Tab.self),
            before: ["a": 1],
            code: .typeMismatch,
            key: "a"
        ),
        Failing(
            name: "a wrong number of parts",
            move: .split("a", into: ["x"], words),
            before: ["a": "A B"],
            code: .failedConversion,
            key: "a"
        ),
        Failing(
            name: "free move throws",
            move: .free("no") { _ in throw Refusal() },
            before: ["a": 1],
            code: .failedStep,
            key: nil
        ),
        Failing(
            name: "secrets without a store",
            move: .moveToSecrets("a"),
            before: ["a": "x"],
            code: .secretsUnavailable,
            key: "a"
        ),
    ]

    @Test(arguments: failing)
    func failedMoveChangesNothing(_ example: Failing) throws {
        let (values, outcome) = try moved(example.before, .copy("a", to: "before"), example.move)
        #expect(values == example.before)
        #expect(outcome.result == .keptData)
        #expect(outcome.problems.map(\.error.code) == [example.code])
        #expect(outcome.problems.first?.error.key == example.key)
    }

    @Test func reportContainsCollisionOutcome() throws {
        let (_, outcome) = try moved(["a": 1, "b": 2], .rename("a", to: "b", onCollision: .replaceTarget))
        #expect(outcome.steps.first?.notes == ["“b” had another value, which “a” replaced."])
    }

    private struct Card: Codable {
        enum Kind: String, Codable { case debit }
        var kinds: [String: Kind]
    }

    @Test func errorsOfDecodersDoNotReachMonitoring() throws {
        let json = #"{"kinds":{"Ada Lovelace":"4111-1111"}}"#
        let (_, outcome) = try moved(["card": .string(json)], .decodeJSON("card", as: Card.self))
        let failure = try #require(outcome.problems.first)
        #expect(failure.error.message.contains("“kinds.…” has a value that is not allowed"))
        #expect(failure.error.underlying == nil)
        var dump = ""
        Swift.dump(failure, to: &dump)
        #expect(!dump.contains("4111"))
        #expect(!dump.contains("Ada"))
    }

    private struct Picky: Codable {
        init(from decoder: any Decoder) throws { throw Refusal() }
    }

    @Test func modelErrorsReachMonitoring() throws {
        let (_, outcome) = try moved(["a": "{}"], .decodeJSON("a", as: Picky.self))
        #expect(outcome.problems.first?.error.underlying is Refusal)
    }

    @Test func messagesContainNoValues() throws {
        let secret = "4111-1111"
        for example in Self.failing {
            let before = example.before.mapValues { $0 == "x" ? .string(secret) : $0 }
            let (_, outcome) = try moved(before, example.move)
            #expect(!outcome.problems.isEmpty)
            #expect(!outcome.problems.contains { $0.description.contains(secret) })
        }
    }

    @Test(
        arguments: [
            (NothingToMove.leave, [:], MigrationOutcome.Result.migrated),
            (.set(["tab": "home"]), ["tab": "home"], .migrated),
            (.fail, [:], .keptData),
        ] as [(NothingToMove, [String: StoredValue], MigrationOutcome.Result)]
    )
    func stepAppliesNothingToMovePolicy(
        nothing: NothingToMove,
        values: [String: StoredValue],
        result: MigrationOutcome.Result
    ) throws {
        let (after, outcome) = try moved([:], ifNothingToMove: nothing, .rename("a", to: "tab"))
        #expect(after == values)
        #expect(outcome.result == result)
    }
}
