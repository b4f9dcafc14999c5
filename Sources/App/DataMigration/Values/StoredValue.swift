/// A value in a key-value store, with the types of property lists and JSON.
public enum StoredValue: Sendable, Hashable {
    /// JSON's `null`, which property lists don't have.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number.
    case integer(Int)
    /// A floating-point number.
    case number(Double)
    /// A string.
    case string(String)
    /// Data.
    case data([UInt8])
    /// A date, in seconds since 1970.
    case date(Double)
    /// An array.
    case array([StoredValue])
    /// A dictionary.
    case dictionary([String: StoredValue])

    /// The type of the value with an article: "a string", "an integer".
    public var kindDescription: String {
        switch self {
        case .null: "null"
        case .bool: "a Boolean"
        case .integer: "an integer"
        case .number: "a number"
        case .string: "a string"
        case .data: "data"
        case .date: "a date"
        case .array: "an array"
        case .dictionary: "a dictionary"
        }
    }
}

extension StoredValue {
    /// Whether both values are the same; NaN is the same as NaN.
    public static func == (left: StoredValue, right: StoredValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let one), .bool(let two)): one == two
        case (.integer(let one), .integer(let two)): one == two
        case (.number(let one), .number(let two)), (.date(let one), .date(let two)):
            one == two || one.isNaN && two.isNaN
        case (.string(let one), .string(let two)): one == two
        case (.data(let one), .data(let two)): one == two
        case (.array(let one), .array(let two)): one == two
        case (.dictionary(let one), .dictionary(let two)): one == two
        default: false
        }
    }

    /// Adds the value to a hash.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let flag): hasher.combine(flag)
        case .integer(let integer): hasher.combine(integer)
        case .number(let number), .date(let number): hasher.combine(number.isNaN ? .infinity : number)
        case .string(let text): hasher.combine(text)
        case .data(let bytes): hasher.combine(bytes)
        case .array(let elements): hasher.combine(elements)
        case .dictionary(let values): hasher.combine(values)
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
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates an array.
    public init(arrayLiteral elements: StoredValue...) { self = .array(elements) }
    /// Creates a dictionary.
    ///
    /// Of duplicate names, the last value wins.
    public init(dictionaryLiteral elements: (String, StoredValue)...) {
        self = .dictionary(Dictionary(elements, uniquingKeysWith: { $1 }))
    }
}
