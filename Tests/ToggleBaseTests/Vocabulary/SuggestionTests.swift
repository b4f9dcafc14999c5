import Testing
import ToggleBase

struct SuggestionTests {
    @Test(
        arguments: [
            ("new_chekout", "new_checkout"), ("new_checkuot", "new_checkout"), ("NEW-CHECKOUT", "new_checkout"),
            ("new checkout", "new_checkout"), ("newcheckout", "new_checkout"), ("page", nil), ("pagesize", "page_size"),
            ("pages", nil), ("ab", "AB"), ("ac", nil), ("", nil), ("zzzzzzzz", nil), ("größe", "grösse"),
        ] as [(String, String?)]
    )
    func similarCandidateIsSuggested(word: String, expected: String?) {
        #expect(
            Suggestion.closest(to: word, in: ["new_checkout", "page_size", "grösse", "", "AB"]) == expected
        )
    }

    @Test func swappedNeighborsCountOnce() {
        #expect(Suggestion.closest(to: "abc", in: ["acb"]) == "acb")
        #expect(Suggestion.closest(to: "abc", in: ["cba"]) == nil)
    }

    @Test func atMostThreeLettersMayDiffer() {
        let word = "abcdefghijklmnopqrst"
        #expect(Suggestion.closest(to: word, in: ["xyzdefghijklmnopqrst"]) != nil)
        #expect(Suggestion.closest(to: word, in: ["wxyzefghijklmnopqrst"]) == nil)
    }

    @Test func firstOfEquallyCloseCandidatesIsSuggested() {
        #expect(Suggestion.closest(to: "flag_x", in: ["flag_a", "flag_b"]) == "flag_a")
        #expect(Suggestion.closest(to: "flag_b", in: ["flag_a", "flag_b"]) == "flag_b")
        #expect(Suggestion.closest(to: "flag_b", in: [String]()) == nil)
    }

    @Test func veryLongWordsHaveNoSuggestion() {
        let word = String(repeating: "a", count: 10_000)
        #expect(Suggestion.closest(to: word, in: [word]) == nil)
    }
}
