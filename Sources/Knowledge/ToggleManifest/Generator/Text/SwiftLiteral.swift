import ToggleBase

/// Swift literals of values, with digits grouped as the formatter requires.
enum SwiftLiteral {
    /// Returns an integer, with digits in groups of three if there are at least seven.
    static func integer(_ value: Int) -> String {
        let digits = String(value.magnitude)
        guard digits.count >= 7 else { return String(value) }
        return (value < 0 ? "-" : "") + grouped(digits, by: 3)
    }

    /// Returns a number; if it isn't finite, the constant for it.
    static func double(_ value: Double) -> String {
        if value.isNaN {
            return ".nan"
        }
        if value.isInfinite {
            return value < 0 ? "-.infinity" : ".infinity"
        }
        return "\(value)"
    }

    /// Returns an identifier: sixteen hexadecimal digits in groups of four.
    static func identifier(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return "0x" + grouped(String(repeating: "0", count: 16 - digits.count) + digits, by: 4)
    }

    /// Returns a JSON value, written with the names of the cases, which the compiler checks faster than bare literals.
    ///
    /// It recurses to the depth of the value, which the manifest's parser limits.
    static func json(_ value: JSONValue) -> SwiftExpression {
        switch value {
        case .null: .code(".null")
        case .bool(let value): .code(".bool(\(value))")
        case .integer(let value): .code(".integer(\(integer(value)))")
        case .number(let value): .code(".number(\(double(value)))")
        case .string(let value): .call(".string", [("", .text(value))])
        case .array(let elements): .array(elements.map(json), opening: ".array([", closing: "])")
        case .object(let object) where object.members.isEmpty: .code(".object([:])")
        case .object(let object):
            .list(
                opening: ".object([",
                elements: object.members.map {
                    .init(label: SwiftEscaping.literal($0.name) + ": ", value: json($0.value))
                },
                closing: "])",
                isCollection: true
            )
        }
    }

    private static func grouped(_ digits: String, by size: Int) -> String {
        digits.withBytes { digits in
            String(unsafeUninitializedCapacity: digits.count + digits.count / size) { result in
                var length = 0
                var index = 0
                while index < digits.count {
                    if index > 0, (digits.count - index) % size == 0 {
                        result[length] = UInt8(ascii: "_")
                        length += 1
                    }
                    result[length] = digits[index]
                    length += 1
                    index += 1
                }
                return length
            }
        }
    }
}
