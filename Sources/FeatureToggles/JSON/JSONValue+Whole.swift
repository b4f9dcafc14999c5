extension JSONValue {
    /// A whole number of 64 bits, also where `Int` has 32: there a larger one is a ``number(_:)``, exact up to 2⁵³.
    package init(whole number: Int64) {
        self = Int(exactly: number).map { .integer($0) } ?? .number(Double(number))
    }

    /// The number, if it is a whole one of 64 bits, however it was read.
    package var whole: Int64? {
        switch self {
        case .integer(let number): Int64(number)
        case .number(let number): Int64(exactly: number)
        default: nil
        }
    }
}
