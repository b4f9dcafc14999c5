public import ToggleBase

/// The result of a flag in a remote document.
public enum FlagAnswer: Sendable, Hashable {
    /// A value from the document.
    case value(JSONValue)
    /// The code's default, which is unknown here: the flag is missing or disabled, or chooses no variant.
    case codeDefault
    /// The code's default, because the flag or its rule is invalid.
    case failure
}

extension FlagAnswer: CustomStringConvertible {
    /// The value as JSON, truncated if it is long, or a phrase for the code's default.
    public var description: String {
        switch self {
        case .value(let value): Self.excerpt(of: JSONWriter(.oneLine).text(value))
        case .codeDefault: "the code's default"
        case .failure: "the code's default, because of an error"
        }
    }

    private static func excerpt(of text: String) -> String {
        text.count <= 100 ? text : "\(text.prefix(99))…"
    }
}
