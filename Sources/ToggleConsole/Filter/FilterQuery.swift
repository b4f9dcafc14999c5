#if !RELEASE || InternalBuild
/// What the filter line says.
struct FilterQuery: Equatable, Sendable {
    /// As it was typed.
    let text: String
    let words: [FilterWord]
    let terms: [FilterTerm]
    /// What says nothing; toggles are shown as if it was not there.
    let problems: [FilterProblem]

    static let empty = FilterQuery("")

    /// Reads a filter: words and terms separated by blanks, each with `!` for its opposite; quotes keep blanks together.
    init(_ text: String) {
        self.text = text
        var words: [FilterWord] = []
        var terms: [FilterTerm] = []
        var problems: [FilterProblem] = []
        for token in Self.tokens(text) {
            let isNegated = token.hasPrefix("!")
            let body = String(isNegated ? token.dropFirst() : token[...])
            let parts = body.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, FilterTerm.names.contains(where: { $0.name == parts[0].lowercased() }) else {
                if body.isEmpty {
                    problems.append(FilterProblem(token: token, sentence: "‘!’ wants a word or a term behind it"))
                } else {
                    words.append(FilterWord(body, isNegated: isNegated))
                }
                continue
            }
            do throws(ConsoleFailure) {
                let name = parts[0].lowercased()
                terms.append(try FilterTerm.parse(name: name, value: parts[1], isNegated: isNegated))
            } catch {
                problems.append(FilterProblem(token: token, sentence: error.message))
            }
        }
        self.words = words
        self.terms = terms
        self.problems = problems
    }

    /// What says nothing, as a sentence.
    var problem: String? { problems.isEmpty ? nil : problems.map(\.sentence).joined(separator: "; ") }

    /// What says nothing, in a few words.
    var ignored: String? {
        problems.isEmpty ? nil : "ignores \(problems.map(\.token).joined(separator: " "))"
    }

    var isEmpty: Bool { words.isEmpty && terms.isEmpty }

    /// Whether words rank what is found.
    var isRanked: Bool { words.contains { !$0.isNegated } }

    /// Whether everything that this filter finds is also found by another one, because only letters were added to it.
    func narrows(_ other: FilterQuery) -> Bool {
        guard terms == other.terms, words.count >= other.words.count else { return false }
        return zip(words, other.words).allSatisfy { new, old in
            // Without a letter or digit a word is looked for in descriptions only, and with one in keys, too.
            old.isNegated || old.keyBytes.isEmpty
                ? new == old : !new.isNegated && new.text.utf8.starts(with: old.text.utf8)
        }
    }

    /// The most characters and words that are looked at.
    private static let longest = 1000
    private static let mostTokens = 32

    private static func tokens(_ text: String) -> [String] {
        var tokens: [String] = []
        var token = ""
        var isQuoted = false
        // Nobody types more, and a pasted page must not be looked for in every toggle.
        for character in text.prefix(longest) where tokens.count < mostTokens {
            if character == "\"" {
                isQuoted.toggle()
            } else if character == " ", !isQuoted {
                if !token.isEmpty { tokens.append(token) }
                token = ""
            } else {
                token.append(character)
            }
        }
        if !token.isEmpty, tokens.count < mostTokens { tokens.append(token) }
        return tokens
    }
}
#endif
