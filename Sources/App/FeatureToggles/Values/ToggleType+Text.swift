import ToggleBase

extension ToggleType {
    /// Parses the text of a launch argument, an environment variable, or a prompt.
    ///
    /// Booleans are `true`, `false`, `yes`, `no`, `on`, `off`, `1`, and `0` in any case. Numbers are decimal. Text is
    /// used as it is. JSON must be valid.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - key: The toggle's key, for the error's message.
    ///   - roundsIntegers: Whether integers in JSON that are too large to keep all digits are rounded; otherwise they are
    ///     an error.
    /// - Returns: The value in canonical form.
    /// - Throws: ``EvaluationError`` that says what to write instead.
    package func value(
        fromText text: String,
        of key: String,
        roundsIntegers: Bool = true
    ) throws(EvaluationError) -> JSONValue {
        let value: JSONValue? =
            switch self {
            case .bool:
                switch text.lowercased() {
                case "true", "yes", "on", "1": true
                case "false", "no", "off", "0": false
                default: nil
                }
            case .int: Int(text).map { .integer($0) }
            case .double: Self.decimal(text).map { .number($0) }
            case .string: .string(text)
            case .variants(let names): names.contains(text) ? .string(text) : nil
            case .json: try Self.json(text, of: key, roundsIntegers: roundsIntegers)
            }
        guard let value else {
            throw EvaluationError(
                .typeMismatch,
                "‘\(text.excerpt)’ is not a value of ‘\(key)’, which takes \(self == .bool ? "on or off" : expectation)"
            )
        }
        return value
    }

    /// Parses a finite number.
    ///
    /// The hexadecimal form that `Double` also accepts is rejected, because it is hardly ever intended.
    private static func decimal(_ text: String) -> Double? {
        guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else { return nil }
        return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    private static func json(
        _ text: String,
        of key: String,
        roundsIntegers: Bool
    ) throws(EvaluationError) -> JSONValue {
        do {
            return try JSONReader(roundsIntegers: roundsIntegers).value(from: text)
        } catch {
            throw EvaluationError(.parseError, "the value of ‘\(key)’ is not JSON: \(error)")
        }
    }
}
