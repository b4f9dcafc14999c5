extension JSONValue {
    /// The value as JSON text for messages, truncated to 40 characters.
    package var excerpt: String { JSONWriter().text(self).excerpt }
}

extension String {
    /// The text for messages, truncated to 40 characters.
    package var excerpt: String { count <= 40 ? self : prefix(39) + "…" }
}

extension ToggleType {
    /// Returns why a toggle of this type can't have a value, for messages; `nil` if it can.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The toggle's key.
    ///   - standard: The toggle's default, whose structure the values of a JSON toggle have.
    /// - Returns: The reason, as a sentence without a full stop.
    package func refusal(of value: JSONValue, toggle key: String, default standard: JSONValue) -> String? {
        guard canonical(value) != nil else { return mismatch(value, toggle: key) }
        return self != .json || value.fits(standard) ? nil : Self.shapeMismatch(value, toggle: key, default: standard)
    }

    /// The sentence about a value of another type.
    package func mismatch(_ value: JSONValue, toggle key: String) -> String {
        if self == .double, case .integer(let integer) = value {
            let nearest = JSONWriter().text(.number(Double(integer)))
            return "\(integer) is not exactly a Double, which ‘\(key)’ takes; write the nearest one, \(nearest)"
        }
        return "\(value.excerpt) is \(value.kindDescription), but ‘\(key)’ takes \(expectation)"
    }

    /// The sentence about a value of another structure.
    package static func shapeMismatch(_ value: JSONValue, toggle key: String, default standard: JSONValue) -> String {
        "\(value.excerpt) does not have the shape of ‘\(key)’, such as \(standard.excerpt)"
    }

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
