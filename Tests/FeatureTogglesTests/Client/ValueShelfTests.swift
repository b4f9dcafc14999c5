import TestSupport
import Testing
import ToggleBase

@testable import FeatureToggles

struct ValueShelfTests {
    private static let banner = ToggleDefinition(key: "banner", category: .ops, type: .string, defaultValue: "Welcome")
    private static let title = ToggleDefinition(key: "title", category: .ops, type: .string, defaultValue: "Shop")
    private static let extras = ToggleDefinition(key: "extras", category: .ops, type: .json, defaultValue: [:])

    private static func resolved(_ value: JSONValue, from source: ToggleSource = .remote) -> Evaluation<JSONValue?> {
        Evaluation(value: value, reason: .static, source: source)
    }

    private static func text(_ word: UInt64) -> String? {
        ValueShelf.text(at: word) { "from the lock" }
    }

    @Test func equalTextsAreStoredOnce() {
        var shelf = ValueShelf()
        let word = shelf.word(of: Self.resolved("Hello"), Self.banner)
        #expect(Self.text(word) == "Hello")
        let other = shelf.word(of: Self.resolved("Bye"), Self.banner)
        #expect(other != word)
        #expect(shelf.word(of: Self.resolved("Hello"), Self.banner) == word)
        #expect(shelf.word(of: Self.resolved("Hello"), Self.title) == word)
        #expect(Self.text(word) == "Hello")
    }

    @Test func canonicallyEquivalentTextsAreDifferent() throws {
        var shelf = ValueShelf()
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        let first = shelf.word(of: Self.resolved(.string(composed)), Self.banner)
        let second = shelf.word(of: Self.resolved(.string(decomposed)), Self.banner)
        #expect(Self.text(first).map { Array($0.utf8) } == Array(composed.utf8))
        #expect(Self.text(second).map { Array($0.utf8) } == Array(decomposed.utf8))
        let words = [composed, decomposed].map { text in
            shelf.word(of: Self.resolved(.object(JSONObject([.init(name: text, value: 1)]))), Self.extras)
        }
        #expect(words[0] != words[1])
    }

    @Test func defaultIsNotStored() {
        var shelf = ValueShelf()
        let word = shelf.word(of: Self.resolved("Welcome", from: .default), Self.banner)
        #expect(word == ValueShelf.defaultWord)
        #expect(ValueShelf.text(at: word) { "from the lock" } == nil)
        #expect(shelf.word(of: Self.resolved([:], from: .default), Self.extras) == ValueShelf.defaultWord)
    }

    @Test func equalObjectsAreStoredOnce() throws {
        var shelf = ValueShelf()
        let word = shelf.word(of: Self.resolved(["a": 1]), Self.extras)
        let object = try #require(ValueShelf.object(at: word) { nil } as? ToggleObject<JSONValue>)
        #expect(object.value == ["a": 1])
        #expect(shelf.word(of: Self.resolved(["a": 1]), Self.extras) == word)
        #expect(shelf.word(of: Self.resolved(["a": 2]), Self.extras) != word)
    }

    @Test func exceededBudgetGuardsToggleWithLock() throws {
        var shelf = ValueShelf()
        let kept = shelf.word(of: Self.resolved("kept"), Self.title)
        let half = String(repeating: "a", count: ValueShelf.budget / 2)
        #expect(shelf.word(of: Self.resolved(.string(half)), Self.banner) != ValueShelf.guardedWord)
        let tooMuch = JSONValue.string(half + "b")
        #expect(shelf.word(of: Self.resolved(tooMuch), Self.banner) == ValueShelf.guardedWord)
        #expect(shelf.guarded[Self.banner.id]?.text == half + "b")
        #expect(ValueShelf.text(at: ValueShelf.guardedWord) { "from the lock" } == "from the lock")

        #expect(shelf.word(of: Self.resolved("short"), Self.banner) == ValueShelf.guardedWord)
        #expect(shelf.guarded[Self.banner.id]?.text == "short")
        #expect(shelf.word(of: Self.resolved("Welcome", from: .default), Self.banner) == ValueShelf.guardedWord)
        #expect(shelf.guarded[Self.banner.id]?.text == nil)

        #expect(shelf.word(of: Self.resolved("kept"), Self.title) == kept)
        #expect(shelf.word(of: Self.resolved("a little more"), Self.title) != ValueShelf.guardedWord)
    }

    @Test func largeObjectsExceedBudget() {
        var shelf = ValueShelf()
        let large = JSONValue.object(["a": .string(String(repeating: "a", count: ValueShelf.budget)), "b": 1])
        #expect(shelf.word(of: Self.resolved(large), Self.extras) == ValueShelf.guardedWord)
        let object = shelf.guarded[Self.extras.id]?.object as? ToggleObject<JSONValue>
        #expect(object?.value == large)
        #expect(shelf.word(of: Self.resolved([:], from: .default), Self.extras) == ValueShelf.guardedWord)
        #expect(shelf.guarded[Self.extras.id]?.object == nil)
    }

    @Test func scalarsAreTheirOwnWords() {
        var shelf = ValueShelf()
        func word(_ type: ToggleType, _ value: JSONValue) -> UInt64 {
            shelf.word(
                of: Self.resolved(value),
                ToggleDefinition(key: "a", category: .ops, type: type, defaultValue: value)
            )
        }
        #expect(word(.bool, true) == 1)
        #expect(word(.int, -1) == .max)
        #expect(word(.double, 0.5) == (0.5).bitPattern)
        #expect(word(.variants(["a", "b"]), "b") == 1)
    }
}
