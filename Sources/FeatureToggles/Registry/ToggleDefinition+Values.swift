extension ToggleDefinition {
    /// A value in canonical form, if the toggle can have it.
    ///
    /// - Parameter value: What a source has.
    /// - Returns: The value in canonical form.
    /// - Throws: ``EvaluationError`` that says why it cannot be used.
    public func usable(_ value: JSONValue) throws(EvaluationError) -> JSONValue {
        guard let canonical = type.canonical(value) else {
            throw .typeMismatch(value, expected: type, toggle: key)
        }
        if type == .json, decodeObject(canonical) == nil {
            throw EvaluationError(
                .typeMismatch,
                "\(value.excerpt) does not have the shape of ‘\(key)’, such as \(defaultValue.excerpt)"
            )
        }
        return canonical
    }

    /// Reads a value that the toggle can have from text, as ``ToggleType/value(fromText:of:)`` does.
    ///
    /// - Parameter text: The text of a launch argument, an environment variable or a prompt.
    /// - Returns: The value in canonical form.
    /// - Throws: ``EvaluationError`` that says what to write instead.
    public func value(fromText text: String) throws(EvaluationError) -> JSONValue {
        try usable(type.value(fromText: text, of: key))
    }
}
