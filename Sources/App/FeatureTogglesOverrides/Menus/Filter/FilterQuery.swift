#if OVERRIDES
/// The parsed content of the filter line.
package struct FilterQuery: Equatable, Sendable {
    /// The filter as typed.
    package let text: String
    package let words: [FilterWord]
    package let terms: [FilterTerm]
    /// The invalid parts, which are ignored.
    package let ignored: [IgnoredPart]

    package struct IgnoredPart: Hashable, Sendable {
        /// The part as typed.
        package var token: String
        /// A message with the mistake, and what to write instead.
        package var reason: String
    }

    package static let empty = FilterQuery("")

    /// Parses a filter of words and terms.
    ///
    /// Spaces separate them, `!` negates one, and quotes keep spaces together.
    package init(_ text: String) {
        self.text = text
        var words: [FilterWord] = []
        var terms: [FilterTerm] = []
        var ignored: [IgnoredPart] = []
        for token in Self.tokens(text) {
            let isNegated = token.hasPrefix("!")
            let body = String(isNegated ? token.dropFirst() : token[...])
            let parts = body.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, FilterTerm.names.contains(where: { $0.name == parts[0].lowercased() }) else {
                if body.isEmpty {
                    ignored.append(IgnoredPart(token: token, reason: "‘!’ needs a word or a term after it"))
                } else {
                    words.append(FilterWord(body, isNegated: isNegated))
                }
                continue
            }
            do throws(InputError) {
                let name = parts[0].lowercased()
                terms.append(try FilterTerm.parse(name: name, value: parts[1], isNegated: isNegated))
            } catch {
                ignored.append(IgnoredPart(token: token, reason: error.description))
            }
        }
        self.words = words
        self.terms = terms
        self.ignored = ignored
    }

    /// A sentence about the ignored parts.
    package var problem: String? { ignored.isEmpty ? nil : ignored.map(\.reason).joined(separator: "; ") }

    /// A short text about the ignored parts.
    package var ignoredText: String? {
        ignored.isEmpty ? nil : "ignores \(ignored.map(\.token).joined(separator: " "))"
    }

    package var isEmpty: Bool { words.isEmpty && terms.isEmpty }

    /// Whether words rank the results.
    package var isRanked: Bool { words.contains { !$0.isNegated } }

    /// Returns whether this filter only adds letters to another one, so that its results are a subset of the other's.
    package func narrows(_ other: FilterQuery) -> Bool {
        guard terms == other.terms, words.count >= other.words.count else { return false }
        return zip(words, other.words).allSatisfy { new, old in
            // A word without letters and digits is searched for only in descriptions and values, any other word in keys as
            // well.
            old.isNegated || old.keyBytes.isEmpty
                ? new == old : !new.isNegated && new.text.utf8.starts(with: old.text.utf8)
        }
    }

    /// Returns the text of this filter with another term, which replaces an existing one with the same name.
    ///
    /// - Parameter term: The term; without a value, such as `cat:`, the existing one is only removed.
    /// - Returns: The text.
    package func adding(_ term: String) -> String {
        let parts = term.split(separator: ":", omittingEmptySubsequences: false)
        var words = text.split(separator: " ").map(String.init).filter { !$0.hasPrefix("\(parts[0]):") }
        if parts.count > 1, !parts[1].isEmpty { words.append(term) }
        return words.joined(separator: " ")
    }

    /// The maximum number of characters that are parsed.
    private static let maximumLength = 1000
    /// The maximum number of words and terms that are parsed.
    private static let maximumTokenCount = 32

    private static func tokens(_ text: String) -> [String] {
        var tokens: [String] = []
        var token = ""
        var isQuoted = false
        // The limits prevent a search for every word of a pasted page.
        for character in text.prefix(maximumLength) where tokens.count < maximumTokenCount {
            if character == "\"" {
                isQuoted.toggle()
            } else if character == " ", !isQuoted {
                if !token.isEmpty { tokens.append(token) }
                token = ""
            } else {
                token.append(character)
            }
        }
        if !token.isEmpty, tokens.count < maximumTokenCount { tokens.append(token) }
        return tokens
    }
}
#endif
