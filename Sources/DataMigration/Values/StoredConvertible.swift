/// A Swift type that a store can hold, and that moves can name.
///
/// A secret never conforms, so that it cannot get into settings.
public protocol StoredConvertible: Sendable {
    /// Takes the value out of a store; `nil` when it is of another kind.
    init?(stored: StoredValue)
    /// The value as a store holds it.
    var stored: StoredValue { get }
}

extension StoredValue: StoredConvertible {
    /// Takes any value.
    public init?(stored: StoredValue) { self = stored }
    /// The value itself.
    public var stored: StoredValue { self }
}

extension Bool: StoredConvertible {
    /// Takes a Boolean.
    public init?(stored: StoredValue) {
        guard case .bool(let flag) = stored else { return nil }
        self = flag
    }
    /// A Boolean.
    public var stored: StoredValue { .bool(self) }
}

extension Int: StoredConvertible {
    /// Takes an integer.
    public init?(stored: StoredValue) {
        guard case .integer(let integer) = stored else { return nil }
        self = integer
    }
    /// An integer.
    public var stored: StoredValue { .integer(self) }
}

extension Double: StoredConvertible {
    /// Takes a number, or an integer that it holds exactly.
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
    /// Takes a text.
    public init?(stored: StoredValue) {
        guard case .string(let text) = stored else { return nil }
        self = text
    }
    /// A text.
    public var stored: StoredValue { .string(self) }
}

extension Array: StoredConvertible where Element: StoredConvertible {
    /// Takes an array whose elements are all of the type; bytes for an array of bytes.
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
    /// An array; bytes for an array of bytes.
    public var stored: StoredValue {
        if Element.self == UInt8.self, let bytes = self as? [UInt8] { return .data(bytes) }
        return .array(map(\.stored))
    }
}

extension UInt8: StoredConvertible {
    /// Takes an integer from 0 to 255.
    public init?(stored: StoredValue) {
        guard case .integer(let integer) = stored, let byte = UInt8(exactly: integer) else { return nil }
        self = byte
    }
    /// An integer.
    public var stored: StoredValue { .integer(Int(self)) }
}

extension Dictionary: StoredConvertible where Key == String, Value: StoredConvertible {
    /// Takes a dictionary whose values are all of the type.
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
