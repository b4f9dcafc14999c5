extension EvaluationError {
    /// A value has another type than the toggle.
    static func typeMismatch(_ value: JSONValue, expected type: ToggleType, toggle key: String) -> EvaluationError {
        EvaluationError(
            .typeMismatch,
            "\(value.excerpt) is \(value.kindDescription), but ‘\(key)’ takes \(type.expectation)"
        )
    }
}

extension JSONValue {
    /// The value as text, cut after 40 characters, for messages.
    package var excerpt: String {
        let text = JSONWriter().text(self)
        return text.count <= 40 ? text : text.prefix(39) + "…"
    }
}

extension ToggleType {
    /// What a value of this type looks like, for messages: "true or false", "one of classic, neural".
    public var expectation: String {
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
