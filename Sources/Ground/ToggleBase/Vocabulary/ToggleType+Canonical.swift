extension ToggleType {
    /// Returns the value in the canonical form of this type, or `nil` if it has another type.
    ///
    /// Conversions never lose anything. `10.0` becomes the integer 10, from -(2^53 - 1) to 2^53 - 1 and if it fits
    /// `Int`, which has 32 bits on some watches. An integer becomes a number. Nothing else is converted: `"true"` is
    /// not a Boolean, and neither is 1.
    package func canonical(_ value: JSONValue) -> JSONValue? {
        switch (self, value) {
        case (.bool, .bool), (.int, .integer), (.string, .string), (.json, _):
            return value
        case (.int, .number(let number)):
            return JSONValue.exactInteger(number, as: Int.self).map { .integer($0) }
        case (.double, .number(let number)):
            return number.isFinite ? value : nil
        case (.double, .integer(let integer)):
            return Double(exactly: integer).map { .number($0) }
        case (.variants(let names), .string(let name)):
            return names.contains(name) ? value : nil
        default:
            return nil
        }
    }
}
