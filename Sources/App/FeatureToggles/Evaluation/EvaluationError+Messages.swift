extension EvaluationError {
    /// Creates the error for a value whose type differs from the toggle's.
    static func typeMismatch(_ value: JSONValue, expected type: ToggleType, toggle key: String) -> EvaluationError {
        EvaluationError(
            .typeMismatch,
            "\(value.excerpt) is \(value.kindDescription), but ‘\(key)’ takes \(type.expectation)"
        )
    }
}

extension JSONValue {
    /// The value as JSON text for messages, truncated to 40 characters.
    package var excerpt: String { JSONWriter().text(self).excerpt }
}

extension String {
    /// The text for messages, truncated to 40 characters.
    package var excerpt: String { count <= 40 ? self : prefix(39) + "…" }
}

extension ToggleType {
    /// The values that this type accepts, for messages, such as "true or false" or "one of classic, neural".
    package var expectation: String {
        switch self {
        case .bool: "true or false"
        case .int: "a whole number"
        case .double: "a number"
        case .string: "text"
        case .variants(let names): "one of \(names.joined(separator: ", "))"
        case .json: "JSON"
        }
    }
}
