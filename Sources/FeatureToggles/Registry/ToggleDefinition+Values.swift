extension ToggleDefinition {
    /// Returns a value in canonical form, if the toggle can have it.
    ///
    /// - Parameter value: The value of a source.
    /// - Returns: The value in canonical form.
    /// - Throws: ``EvaluationError`` that says why the value can't be used.
    package func usable(_ value: JSONValue) throws(EvaluationError) -> JSONValue {
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

    /// The largest whole number allowed in a document, 2^53 - 1, because other platforms round larger ones differently.
    package static var largestRemoteInteger: Int64 { 1 << 53 - 1 }

    /// Returns a value of a remote document in canonical form, if the toggle can have it.
    ///
    /// In addition to the checks of ``usable(_:)``, a whole number must be from -(2^53 - 1) to 2^53 - 1, so that all
    /// platforms that share the document get the same value.
    ///
    /// - Parameter value: The value in the document.
    /// - Returns: The value in canonical form.
    /// - Throws: ``EvaluationError`` that says why the value can't be used.
    package func usable(ofDocument value: JSONValue) throws(EvaluationError) -> JSONValue {
        if case .integer(let integer) = value, Int64(integer).magnitude > UInt64(Self.largestRemoteInteger) {
            throw EvaluationError(
                .typeMismatch,
                "\(integer) is beyond \(Self.largestRemoteInteger) (2^53 - 1), which platforms round differently; write a smaller one"
            )
        }
        return try usable(value)
    }

    /// Parses a value that the toggle can have, like ``ToggleType/value(fromText:of:)``.
    ///
    /// - Parameter text: The text of a launch argument, an environment variable, or a prompt.
    /// - Returns: The value in canonical form.
    /// - Throws: ``EvaluationError`` that says what to write instead.
    package func value(fromText text: String) throws(EvaluationError) -> JSONValue {
        try usable(type.value(fromText: text, of: key))
    }
}
