extension JSONValue {
    /// Creates a whole number of 64 bits.
    ///
    /// If `Int` has 32 bits, a larger one becomes a ``number(_:)``, which is exact up to 2⁵³.
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
}
