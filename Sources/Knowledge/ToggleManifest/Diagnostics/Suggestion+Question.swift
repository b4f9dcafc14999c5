import ToggleBase

extension Suggestion {
    /// Returns a clause that suggests the closest candidate, or an empty string.
    ///
    /// - Parameters:
    ///   - word: The word in the file.
    ///   - candidates: The valid words.
    /// - Returns: Text such as `; did you mean ‘owner’?`, or an empty string if no candidate is close.
    package static func question<Candidates: Sequence>(for word: String, in candidates: Candidates) -> String
    where Candidates.Element == String {
        closest(to: word, in: candidates).map { "; did you mean \($0.quoted)?" } ?? ""
    }
}
