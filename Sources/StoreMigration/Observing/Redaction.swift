/// What may be shown of values and errors that people have not allowed to be shown.
enum Redaction {
    /// The type of a value, and whether there is one, or how many elements.
    static func text<Value>(of value: Value) -> String {
        if let optional = value as? any OptionalValue {
            guard let wrapped = optional.wrapped else { return "nothing" }
            return "\(type(of: wrapped)) (redacted)"
        }
        if let collection = value as? any Collection, !(value is any StringProtocol) {
            return "\(Value.self), \(collection.count) element\(collection.count == 1 ? "" : "s") (redacted)"
        }
        return "\(type(of: value)) (redacted)"
    }

    /// The type of an error: messages may have values in them.
    static func text(ofError error: any Error) -> String { "\(type(of: error))" }
}

/// An optional of whatever type.
private protocol OptionalValue {
    var wrapped: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrapped: Any? { map { $0 as Any } }
}
