import ToggleBase

extension ToggleDefinition {
    /// A value in canonical form, and the object that reads of a JSON toggle return.
    package typealias DecodedValue = (value: JSONValue, object: (any AnyObject & Sendable)?)

    /// Returns a value in canonical form, if the toggle can have it.
    ///
    /// - Parameter value: The value of a source.
    /// - Returns: The value in canonical form.
    /// - Throws: ``EvaluationError`` that says why the value can't be used.
    package func usable(_ value: JSONValue) throws(EvaluationError) -> JSONValue {
        try decoded(value).value
    }

    /// Returns a value like ``usable(_:)``, and the object that reads of a JSON toggle return.
    package func decoded(_ value: JSONValue) throws(EvaluationError) -> DecodedValue {
        guard let canonical = type.canonical(value) else {
            throw EvaluationError(.typeMismatch, type.mismatch(value, toggle: key))
        }
        guard type == .json else { return (canonical, nil) }
        guard let object = decodeObject(canonical) else {
            throw EvaluationError(
                .typeMismatch,
                ToggleType.shapeMismatch(value, toggle: key, default: defaultValue)
            )
        }
        return (canonical, object)
    }

    /// Returns a value of a remote document in canonical form, if the toggle can have it.
    ///
    /// In addition to the checks of ``usable(_:)``, a whole number must be from -(2^53 - 1) to 2^53 - 1, so that all
    /// platforms that share the document get the same value. A toggle of type Double takes every whole number that a
    /// `Double` represents exactly.
    ///
    /// - Parameter value: The value in the document.
    /// - Returns: The value in canonical form.
    /// - Throws: ``EvaluationError`` that says why the value can't be used.
    package func usable(ofDocument value: JSONValue) throws(EvaluationError) -> JSONValue {
        try decoded(ofDocument: value).value
    }

    /// Returns a value of a remote document like ``usable(ofDocument:)``, and the object that reads return.
    ///
    /// - Parameter value: The value in the document.
    /// - Returns: The value in canonical form, and the object of a JSON toggle; `nil` for other types.
    /// - Throws: ``EvaluationError`` that says why the value can't be used.
    package func decoded(ofDocument value: JSONValue) throws(EvaluationError) -> DecodedValue {
        if case .integer(let integer) = value, type != .double,
            Int64(integer).magnitude > JSONValue.largestExactInteger.magnitude
        {
            throw EvaluationError(
                .typeMismatch,
                """
                \(integer) is outside ±\(JSONValue.largestExactInteger) (2^53 - 1), where platforms round integers \
                differently; write a number closer to 0
                """
            )
        }
        return try decoded(value)
    }

    /// Parses a value that the toggle can have, like ``ToggleType/value(fromText:of:roundsIntegers:)``.
    ///
    /// Integers in JSON that are too large to keep all digits are an error, because the text was typed by a person.
    ///
    /// - Parameter text: The text of a launch argument, an environment variable, or a prompt.
    /// - Returns: The value in canonical form.
    /// - Throws: ``EvaluationError`` that says what to write instead.
    package func value(fromText text: String) throws(EvaluationError) -> JSONValue {
        try decoded(fromText: text).value
    }

    /// Returns a value like ``value(fromText:)``, and the object that reads of a JSON toggle return.
    func decoded(fromText text: String) throws(EvaluationError) -> DecodedValue {
        try decoded(type.value(fromText: text, of: key, roundsIntegers: false))
    }
}
