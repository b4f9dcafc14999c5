public import ToggleBase

/// A problem in a remote document.
///
/// The rest of the document, including every flag without a problem, remains usable.
public struct FlagDiagnostic: Sendable, Hashable, CustomStringConvertible {
    /// The key of the flag, or `nil` if the problem concerns the whole document.
    public let key: String?
    /// A sentence that says what is wrong and how to correct it.
    public let message: String
    /// The location in the text.
    public let location: JSONLocation

    /// The line, column, flag key, and message.
    public var description: String {
        "line \(location.line), column \(location.column): \(key.map { "‘\($0)’: " } ?? "")\(message)"
    }
}
