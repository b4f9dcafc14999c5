public import FeatureToggles

/// Something in a remote document that cannot be used as it is.
///
/// The document is usable all the same, and every flag that has no problem is untouched.
public struct FlagProblem: Sendable, Hashable, CustomStringConvertible {
    /// The key of the flag; `nil` when it concerns the whole document.
    public let key: String?
    /// A sentence that says what is wrong, and what to write instead.
    public let message: String
    /// Where it is.
    public let location: JSONLocation

    /// Line, column, the flag and the sentence.
    public var description: String {
        "line \(location.line), column \(location.column): \(key.map { "‘\($0)’: " } ?? "")\(message)"
    }
}
