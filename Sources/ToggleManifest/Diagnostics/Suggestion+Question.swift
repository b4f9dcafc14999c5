extension Suggestion {
    /// The end of a sentence that asks whether the closest candidate was meant, or an empty string.
    ///
    /// - Parameters:
    ///   - word: The word in the file.
    ///   - candidates: What could have been meant.
    /// - Returns: `; did you mean ‘owner’?` or nothing.
    package static func question<Candidates: Sequence>(for word: String, in candidates: Candidates) -> String
    where Candidates.Element == String {
        closest(to: word, in: candidates).map { "; did you mean \($0.quoted)?" } ?? ""
    }
}
