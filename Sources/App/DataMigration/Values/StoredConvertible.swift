/// A Swift type for values in a store.
///
/// Secrets don't conform, so that they can't become settings.
public protocol StoredConvertible: Sendable {
    /// Creates the value from its stored form, or returns `nil` if it has another type.
    init?(stored: StoredValue)
    /// The stored form.
    var stored: StoredValue { get }
}

extension StoredValue: StoredConvertible {
    /// Accepts any value.
    public init?(stored: StoredValue) { self = stored }
    /// The value itself.
    public var stored: StoredValue { self }
}

extension Bool: StoredConvertible {
    /// Accepts a Boolean.
    public init?(stored: StoredValue) {
        guard case .bool(let flag) = stored else { return nil }
        self = flag
    }
    /// A Boolean.
    public var stored: StoredValue { .bool(self) }
}

extension Int: StoredConvertible {
    /// Accepts an integer.
    public init?(stored: StoredValue) {
        guard case .integer(let integer) = stored else { return nil }
        self = integer
    }
    /// An integer.
    public var stored: StoredValue { .integer(self) }
}

extension Double: StoredConvertible {
    /// Accepts a number, or an integer that is exact as a number.
    public init?(stored: StoredValue) {
        switch stored {
        case .number(let number): self = number
        case .integer(let integer):
            guard let number = Double(exactly: integer) else { return nil }
            self = number
        default: return nil
        }
    }
    /// A number.
    public var stored: StoredValue { .number(self) }
}

extension String: StoredConvertible {
    /// Accepts a string.
    public init?(stored: StoredValue) {
        guard case .string(let text) = stored else { return nil }
        self = text
    }
    /// A string.
    public var stored: StoredValue { .string(self) }
}

extension Array: StoredConvertible where Element: StoredConvertible {
    /// Accepts an array whose elements all have the type, or data for an array of bytes.
    public init?(stored: StoredValue) {
        // An empty array can be cast to one of any element.
        if Element.self == UInt8.self, case .data(let bytes) = stored, let bytes = bytes as? [Element] {
            self = bytes
            return
        }
        guard case .array(let values) = stored else { return nil }
        var elements: [Element] = []
        for value in values {
            guard let element = Element(stored: value) else { return nil }
            elements.append(element)
        }
        self = elements
    }
    /// An array, or data for an array of bytes.
    public var stored: StoredValue {
        if Element.self == UInt8.self, let bytes = self as? [UInt8] { return .data(bytes) }
        return .array(map(\.stored))
    }
}

extension UInt8: StoredConvertible {
    /// Accepts an integer from 0 to 255.
    public init?(stored: StoredValue) {
        guard case .integer(let integer) = stored, let byte = UInt8(exactly: integer) else { return nil }
        self = byte
    }
    /// An integer.
    public var stored: StoredValue { .integer(Int(self)) }
}

extension Dictionary: StoredConvertible where Key == String, Value: StoredConvertible {
    /// Accepts a dictionary whose values all have the type.
    public init?(stored: StoredValue) {
        guard case .dictionary(let values) = stored else { return nil }
        self = [:]
        for (name, value) in values {
            guard let value = Value(stored: value) else { return nil }
            self[name] = value
        }
    }
    /// A dictionary.
    public var stored: StoredValue { .dictionary(mapValues(\.stored)) }
}
