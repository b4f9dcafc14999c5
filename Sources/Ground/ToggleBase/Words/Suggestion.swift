/// Finds the word that was probably meant by a misspelled one.
///
/// ```swift
/// Suggestion.closest(to: "ownr", in: ["category", "owner"])   // "owner"
/// ```
package enum Suggestion {
    /// The maximum length of a word in bytes of UTF-8; longer words get no suggestion.
    private static let longest = 256

    /// Returns the candidate that is closest to a word, or `nil` if none is close enough.
    ///
    /// A candidate is close enough if at most a third of the letters, and at most three, were changed, added, omitted,
    /// or swapped with their neighbor. Case and the difference between `-` and `_` are ignored. Of several equally
    /// close candidates, the first one is returned.
    ///
    /// - Parameters:
    ///   - word: The misspelled word.
    ///   - candidates: The valid words.
    /// - Returns: A candidate as it is spelled in `candidates`.
    /// - Complexity: O(*n* · *m*²) for *n* candidates of length *m*. Candidates whose length differs too much take no
    ///   time.
    package static func closest<Candidates: Sequence>(to word: String, in candidates: Candidates) -> String?
    where Candidates.Element == String {
        guard word.utf8.count <= longest else { return nil }
        let written = folded(word)
        guard !written.isEmpty else { return nil }
        var best: (candidate: String, distance: Int)?
        for candidate in candidates where candidate.utf8.count <= longest {
            let meant = folded(candidate)
            let limit = min(3, max(written.count, meant.count) / 3, (best?.distance ?? 4) - 1)
            guard limit >= 0, abs(written.count - meant.count) <= limit else { continue }
            if let distance = distance(written, meant, limit: limit) {
                best = (candidate, distance)
            }
        }
        return best?.candidate
    }

    private static func folded(_ word: String) -> [UInt8] {
        word.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
            case UInt8(ascii: "-"), UInt8(ascii: " "): UInt8(ascii: "_")
            default: byte
            }
        }
    }

    /// Returns the optimal string alignment distance, or `nil` if it exceeds the limit.
    private static func distance(_ left: [UInt8], _ right: [UInt8], limit: Int) -> Int? {
        var beforeLast = [Int](repeating: 0, count: right.count + 1)
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            current.reserveCapacity(right.count + 1)
            for column in right.indices {
                let isSame = left[row] == right[column]
                var cost = min(last[column + 1] + 1, current[column] + 1, last[column] + (isSame ? 0 : 1))
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            guard current.contains(where: { $0 <= limit }) else { return nil }
            beforeLast = last
            last = current
        }
        return last[right.count] <= limit ? last[right.count] : nil
    }
}

/// Suggests words for many misspelled ones.
///
/// Each word is compared with all candidates, so only the first ones get a suggestion.
package struct Suggestions<Candidates: Sequence> where Candidates.Element == String {
    private let candidates: Candidates
    private var known: [String: String?] = [:]

    /// The number of words that get a suggestion.
    private static var limit: Int { 20 }

    /// Creates suggestions from valid words.
    package init(in candidates: Candidates) {
        self.candidates = candidates
    }

    /// Returns the candidate that is closest to a word, or `nil` if none is close enough, or it's one word too many.
    package mutating func closest(to word: String) -> String? {
        if let known = known[word] { return known }
        guard known.count < Self.limit else { return nil }
        let closest = Suggestion.closest(to: word, in: candidates)
        known[word] = .some(closest)
        return closest
    }
}
