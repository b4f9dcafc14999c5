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

    /// The largest whole number that a document may have, 2^53 - 1: other platforms round larger ones, each in its way.
    package static var largestRemoteInteger: Int64 { 1 << 53 - 1 }

    /// A value of a remote document in canonical form, if the toggle can have it.
    ///
    /// As ``usable(_:)``, and a whole number is none beyond 2^53 - 1 either way, so that all platforms that share the
    /// document answer the same.
    ///
    /// - Parameter value: What the document has.
    /// - Returns: The value in canonical form.
    /// - Throws: ``EvaluationError`` that says why it cannot be used.
    package func usable(ofDocument value: JSONValue) throws(EvaluationError) -> JSONValue {
        if case .integer(let integer) = value, Int64(integer).magnitude > UInt64(Self.largestRemoteInteger) {
            throw EvaluationError(
                .typeMismatch,
                "\(integer) is beyond \(Self.largestRemoteInteger) (2^53 - 1), which platforms round differently; write a smaller one"
            )
        }
        return try usable(value)
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
