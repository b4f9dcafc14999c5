/// The texts to show for values and errors that the app has not allowed to be shown.
enum Redaction {
    /// Returns the type of a value, and whether there is one or the number of its elements.
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

    /// Returns the type of an error, because messages may contain values.
    static func text(ofError error: any Error) -> String { "\(type(of: error))" }
}

/// An optional with any wrapped type.
protocol OptionalValue {
    var wrapped: Any? { get }
}

extension Optional: OptionalValue {
    var wrapped: Any? { map { $0 as Any } }
}
