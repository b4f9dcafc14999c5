/// A JSON value with its location.
struct LocatedValue: Sendable {
    /// The content of a value.
    enum Content: Sendable {
        case null
        case bool(Bool)
        case integer(Int)
        case number(Double)
        case string(String)
        case array([LocatedValue])
        case object([LocatedMember])
    }

    let content: Content
    /// The range of bytes in the text.
    let range: Range<Int>
}

/// A member of an object with its location.
struct LocatedMember: Sendable {
    let name: String
    /// The range of the name, including its quotes.
    let nameRange: Range<Int>
    let value: LocatedValue
}

extension LocatedValue {
    /// The kind of value, with an article.
    var kind: String {
        switch content {
        case .null: "null"
        case .bool: "a Boolean"
        case .integer, .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    var string: String? {
        if case .string(let text) = content { text } else { nil }
    }

    var members: [LocatedMember]? {
        if case .object(let members) = content { members } else { nil }
    }

    var elements: [LocatedValue]? {
        if case .array(let elements) = content { elements } else { nil }
    }

    var isNull: Bool {
        if case .null = content { true } else { false }
    }

    /// Returns the last member with a name, which is the one that readers use.
    subscript(name: String) -> LocatedMember? { members?.last { $0.name == name } }
}
