import Testing
import ToggleBase

@testable import ToggleManifest

struct SuggestionTests {
    static let fields = ManifestField.allCases.map(\.name)

    @Test(
        arguments: [
            ("ownr", "owner"), ("onwer", "owner"), ("Owner", "owner"), ("descripton", "description"),
            ("discription", "description"), ("expire", "expires"), ("perm", nil), ("x", nil), ("", nil),
            ("colour", nil), ("tpye", "type"), ("catagory", "category"),
        ] as [(String, String?)]
    )
    func closestFieldIsSuggested(_ word: String, expected: String?) {
        #expect(Suggestion.closest(to: word, in: Self.fields) == expected)
    }

    @Test func firstOfEquallyCloseCandidatesIsSuggested() {
        #expect(Suggestion.closest(to: "checkout_a", in: ["checkout_bb", "checkout_b", "checkout_c"]) == "checkout_b")
    }

    @Test func hyphenMatchesUnderscore() {
        #expect(Suggestion.closest(to: "new-checkout", in: ["old_checkout", "new_checkout"]) == "new_checkout")
    }

    @Test func veryLongWordsHaveNoSuggestion() {
        let word = String(repeating: "a", count: 10_000)
        #expect(Suggestion.closest(to: word, in: [word]) == nil)
    }

    @Test func suggestionIsAQuestion() {
        #expect(Suggestion.question(for: "ownr", in: Self.fields) == "; did you mean ‘owner’?")
        #expect(Suggestion.question(for: "banana", in: Self.fields) == "")
    }
}
