/// A value in a key-value store: what property lists and JSON have, together.
public enum StoredValue: Sendable, Hashable {
    /// Nothing, as JSON's `null`; property lists do not have it.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number.
    case integer(Int)
    /// A number with a fraction, or one that was stored as such.
    case number(Double)
    /// A text.
    case string(String)
    /// Bytes.
    case data([UInt8])
    /// A moment, in seconds since the beginning of 1970.
    case date(Double)
    /// Values in an order.
    case array([StoredValue])
    /// Values by name.
    case dictionary([String: StoredValue])

    /// What kind of value this is, with an article: "a text", "an integer".
    public var kindDescription: String {
        switch self {
        case .null: "null"
        case .bool: "a Boolean"
        case .integer: "an integer"
        case .number: "a number"
        case .string: "a text"
        case .data: "bytes"
        case .date: "a date"
        case .array: "an array"
        case .dictionary: "a dictionary"
        }
    }
}

extension StoredValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates a Boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates an integer.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// Creates a number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// Creates a text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates an array.
    public init(arrayLiteral elements: StoredValue...) { self = .array(elements) }
    /// Creates a dictionary; of a name that occurs twice the last value counts.
    public init(dictionaryLiteral elements: (String, StoredValue)...) {
        self = .dictionary(Dictionary(elements, uniquingKeysWith: { $1 }))
    }
}
