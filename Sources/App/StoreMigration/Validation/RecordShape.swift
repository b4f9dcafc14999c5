public import ToggleBase

/// The declared shape of a store's records: their fields, and the type of each field.
///
/// ```swift
/// let shape = RecordShape("book", [
///     "title": .string,
///     "pageCount": .integer,
///     "tags": .array(of: .string),
///     "cover": .optional(.object(["color": .string])),
/// ])
/// ```
///
/// A record has the shape if it contains every field that isn't optional, with the declared type, and no other fields.
public struct RecordShape: Sendable, Hashable {
    /// The type of a field.
    public indirect enum Field: Sendable, Hashable {
        /// A Boolean.
        case bool
        /// A whole number.
        case integer
        /// A number with or without a fraction.
        case number
        /// A string.
        case string
        /// An array with elements of a type.
        case array(of: Field)
        /// An object with these fields and no others.
        case object([String: Field])
        /// An object with any names, whose values have a type.
        ///
        /// Problems contain the name of a wrong value, so don't use names that identify a person.
        case dictionary(of: Field)
        /// A value of a Swift type that JSON doesn't have, such as `Date`, by the name of the type.
        case type(String)
        /// A value of any type, but not `null`.
        case any
        /// A field that may be missing or `null`.
        case optional(Field)
    }

    /// The name of the record type, for people.
    public let name: String
    /// The fields by name.
    public let fields: [String: Field]
    /// Whether a record may contain fields that aren't declared.
    ///
    /// A misspelled optional field then goes unnoticed.
    public let allowsOtherFields: Bool

    /// Creates a shape.
    ///
    /// - Parameters:
    ///   - name: The name of the record type, for people.
    ///   - fields: The fields by name.
    ///   - allowsOtherFields: Whether a record may contain fields that aren't declared.
    public init(_ name: String, _ fields: [String: Field], allowsOtherFields: Bool = false) {
        self.name = name
        self.fields = fields
        self.allowsOtherFields = allowsOtherFields
    }

    /// Returns how a record differs from the shape; empty if it has the shape.
    ///
    /// A misspelled field is a single difference, which names the field that was probably meant. Such differences come
    /// first, because summaries show only the first one of a record, then other undeclared fields, and then everything else,
    /// each sorted by field. The sentences contain the names of fields and types, but no values.
    ///
    /// - Parameter record: The record's fields, with values of the standard library's types, or of any other types that
    ///   the shape names. `nil` and `NSNull` count as `null`.
    /// - Returns: A sentence for each difference.
    /// - Complexity: O(*n* log *n*) in the size of the record. An undeclared field is also compared with each missing
    ///   one.
    public func problems(in record: [String: Any]) -> [String] {
        var problems = Problems()
        Self.check(record, fields, allowsOthers: allowsOtherFields, at: "", &problems)
        return problems.misspelled + problems.undeclared + problems.others
    }

    /// Returns how a record differs from the shape; empty if it has the shape.
    ///
    /// - Parameter record: The record as JSON.
    /// - Returns: A sentence for each difference.
    public func problems(in record: JSONValue) -> [String] {
        guard case .object = record else { return ["The record is \(record.kindDescription), not an object."] }
        return problems(in: record.plainValue as? [String: Any] ?? [:])
    }

    // MARK: Checking

    /// The differences of a record, by their importance.
    private struct Problems {
        var misspelled: [String] = []
        var undeclared: [String] = []
        var others: [String] = []
    }

    private static func check(
        _ record: [String: Any],
        _ fields: [String: Field],
        allowsOthers: Bool,
        at path: String,
        _ problems: inout Problems
    ) {
        let undeclared = allowsOthers ? [] : record.keys.filter { fields[$0] == nil }
        // Only a field that is missing from the record can be the one that was meant.
        let missing = undeclared.isEmpty ? [] : fields.keys.filter { record[$0] == nil }.sorted()
        let meant = undeclared.reduce(into: [:]) { $0[$1] = Suggestion.closest(to: $1, in: missing) }
        for name in Set(fields.keys).subtracting(meant.values).union(undeclared).sorted() {
            let place = path.isEmpty ? name : "\(path).\(name)"
            guard let field = fields[name] else {
                let sentence = "The field ‘\(cut(place))’ isn't declared"
                if let meant = meant[name] {
                    problems.misspelled.append("\(sentence); is it ‘\(meant)’?")
                } else {
                    problems.undeclared.append("\(sentence).")
                }
                continue
            }
            check(record[name].flatMap { unwrapped($0) }, field, at: place, &problems)
        }
    }

    private static func check(_ value: Any?, _ field: Field, at place: String, _ problems: inout Problems) {
        if case .optional(let wrapped) = field {
            if let value { check(value, wrapped, at: place, &problems) }
            return
        }
        guard let value else {
            problems.others.append("The field ‘\(cut(place))’ is missing; it must be \(field).")
            return
        }
        let isOfType: Bool
        switch field {
        // On Apple platforms, a cast to `Int`, `Double`, or `String` also converts the objects of Foundation.
        case .bool: isOfType = value is Bool
        case .integer: isOfType = value is any BinaryInteger || value is Int
        case .number:
            isOfType = value is any BinaryInteger || value is any BinaryFloatingPoint || value is Double
        case .string: isOfType = value is any StringProtocol || value is String
        case .type(let name): isOfType = "\(Swift.type(of: value))" == name
        case .any, .optional: isOfType = true
        case .array(let element):
            let elements = value as? [Any]
            isOfType = elements != nil
            for (index, value) in (elements ?? []).enumerated() {
                check(unwrapped(value), element, at: "\(place)[\(index)]", &problems)
            }
        case .object(let fields):
            let object = value as? [String: Any]
            isOfType = object != nil
            if let object { check(object, fields, allowsOthers: false, at: place, &problems) }
        case .dictionary(let element):
            let object = value as? [String: Any]
            isOfType = object != nil
            for (name, value) in (object ?? [:]).sorted(by: { $0.key < $1.key }) {
                check(unwrapped(value), element, at: "\(place).\(name)", &problems)
            }
        }
        if !isOfType {
            problems.others.append(
                "The field ‘\(cut(place))’ is of type \(Swift.type(of: value)); it must be \(field)."
            )
        }
    }

    /// Returns the value in nested optionals, or `nil` if they are empty.
    private static func unwrapped(_ value: Any) -> Any? {
        if let optional = value as? any OptionalValue { return optional.wrapped.flatMap { unwrapped($0) } }
        return "\(type(of: value))" == "NSNull" ? nil : value
    }

    private static func cut(_ place: String) -> String { MigrationSummary.cut(place) }
}

extension RecordShape.Field: CustomStringConvertible {
    /// The type with an article: "a string", "an array of integers".
    public var description: String {
        switch self {
        case .bool: "a Boolean"
        case .integer: "an integer"
        case .number: "a number"
        case .string: "a string"
        case .array(let element): "an array; each element is \(element)"
        case .object: "an object"
        case .dictionary(let element): "an object; each value is \(element)"
        case .type(let name): "of type \(name)"
        case .any: "present"
        case .optional(let field): "\(field), if present"
        }
    }
}

extension JSONValue {
    /// The value with types of the standard library; `null` is an optional without a value.
    fileprivate var plainValue: Any {
        switch self {
        case .null: Any?.none as Any
        case .bool(let value): value
        case .integer(let value): value
        case .number(let value): value
        case .string(let value): value
        case .array(let elements): elements.map(\.plainValue)
        case .object(let object):
            Dictionary(object.members.map { ($0.name, $0.value.plainValue) }, uniquingKeysWith: { $1 })
        }
    }
}
