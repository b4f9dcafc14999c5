/// A JSON value with the place where it stands.
struct LocatedValue {
    /// What it is.
    enum Content {
        case null
        case bool(Bool)
        case integer(Int)
        case number(Double)
        case string(String)
        case array([LocatedValue])
        case object([LocatedMember])
    }

    let content: Content
    /// Its bytes in the text.
    let range: Range<Int>
}

/// A member of an object with its place.
struct LocatedMember {
    let name: String
    /// The bytes of the name with its quotes.
    let nameRange: Range<Int>
    let value: LocatedValue
}

extension LocatedValue {
    /// What kind of value this is, with an article.
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

    /// The last member of a name, which is the one that readers take.
    subscript(name: String) -> LocatedMember? { members?.last { $0.name == name } }
}
