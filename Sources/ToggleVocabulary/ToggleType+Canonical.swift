public import JSONText

// Rounding is in the mathematical library, which a program links only when some module imports the C library.
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension ToggleType {
    /// The value in the one form that this type has, or `nil` when it is of another type.
    ///
    /// Conversions never lose anything: `10.0` is the integer 10 (up to 2^53 - 1 either way, and only what fits `Int`, which has 32 bits on some watches), an integer is a number, and
    /// nothing else is converted; `"true"` is not a Boolean, nor is 1.
    public func canonical(_ value: JSONValue) -> JSONValue? {
        switch (self, value) {
        case (.bool, .bool), (.int, .integer), (.string, .string), (.json, _):
            return value
        case (.int, .number(let number)):
            return Self.whole(number, as: Int.self).map { .integer($0) }
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

    /// The whole number that a number is, if it is one up to 2^53 - 1 either way that the type has room for.
    ///
    /// - Parameters:
    ///   - number: Any number.
    ///   - type: The type of integers: `Int`, which has 32 bits on some watches.
    /// - Returns: The whole number, or `nil`.
    static func whole<Integer: FixedWidthInteger>(_ number: Double, as type: Integer.Type) -> Integer? {
        number.magnitude <= 9_007_199_254_740_991 ? Integer(exactly: number) : nil
    }
}
