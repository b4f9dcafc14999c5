// Rounding is in the math library, and a program links that only if some module imports the C library.
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension JSONValue {
    /// The largest integer that every JSON reader keeps exactly, 2^53 - 1 (RFC 8259, section 6).
    ///
    /// Many readers represent numbers as `Double`, in which several larger integers become the same number.
    package static var largestExactInteger: Int64 { 1 << 53 - 1 }

    /// Creates a whole number of 64 bits.
    ///
    /// If `Int` has 32 bits, a larger one becomes a ``number(_:)``, which is exact up to 2^53.
    package init(whole number: Int64) {
        self = Int(exactly: number).map { .integer($0) } ?? .number(Double(number))
    }

    /// The value as a 64-bit whole number, or `nil` if it isn't one, whichever case contains it.
    package var whole: Int64? {
        switch self {
        case .integer(let number): Int64(number)
        case .number(let number): Int64(exactly: number)
        default: nil
        }
    }

    /// Converts a number to an integer, if it is whole, at most ``largestExactInteger`` in magnitude, and fits the type.
    ///
    /// - Parameters:
    ///   - number: Any number.
    ///   - type: The integer type: `Int`, which has 32 bits on some watches.
    /// - Returns: The integer, or `nil`.
    static func exactInteger<Integer: FixedWidthInteger>(_ number: Double, as type: Integer.Type) -> Integer? {
        guard let whole = Int64(exactly: number), whole.magnitude <= largestExactInteger.magnitude else { return nil }
        return Integer(exactly: whole)
    }
}
