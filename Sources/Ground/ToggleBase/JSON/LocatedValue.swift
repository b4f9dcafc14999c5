/// A JSON value with its place in the text.
package struct LocatedValue: Sendable {
    /// The content of a value.
    package enum Content: Sendable {
        case null
        case bool(Bool)
        case integer(Int)
        case number(Double)
        case string(String)
        case array([LocatedValue])
        case object([LocatedMember])
    }

    package let content: Content
    /// The range of bytes in the text.
    package let range: Range<Int>
}

/// A member of an object with its place in the text.
package struct LocatedMember: Sendable {
    package let name: String
    /// The range of the name, including its quotes.
    package let nameRange: Range<Int>
    package let value: LocatedValue
}

extension LocatedValue {
    /// The kind of value, with an article.
    package var kind: String {
        switch content {
        case .null: "null"
        case .bool: "a Boolean"
        case .integer, .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    package var string: String? {
        if case .string(let text) = content { text } else { nil }
    }

    package var members: [LocatedMember]? {
        if case .object(let members) = content { members } else { nil }
    }

    package var elements: [LocatedValue]? {
        if case .array(let elements) = content { elements } else { nil }
    }

    package var isNull: Bool {
        if case .null = content { true } else { false }
    }

    /// Returns the last member with a name, which is the one that readers use.
    package subscript(name: String) -> LocatedMember? { members?.last { $0.name == name } }

    /// The value without its place.
    ///
    /// It recurses to the depth of the value, which the reader limits.
    package var json: JSONValue {
        switch content {
        case .null: .null
        case .bool(let flag): .bool(flag)
        case .integer(let integer): .integer(integer)
        case .number(let number): .number(number)
        case .string(let text): .string(text)
        case .array(let elements): .array(elements.map(\.json))
        case .object(let members):
            .object(JSONObject(members.map { JSONObject.Member(name: $0.name, value: $0.value.json) }))
        }
    }
}

/// Builds values with their places.
struct LocatedValueSink: JSONSink {
    func scalar(_ scalar: JSONScalar, at range: Range<Int>) -> LocatedValue {
        let content: LocatedValue.Content =
            switch JSONValueSink().scalar(scalar, at: range) {
            case .bool(let flag): .bool(flag)
            case .integer(let integer): .integer(integer)
            case .number(let number): .number(number)
            case .string(let text): .string(text)
            case .null, .array, .object: .null
            }
        return LocatedValue(content: content, range: range)
    }

    func name(_ name: JSONCharacters, at range: Range<Int>) -> (text: String, range: Range<Int>) {
        (name.string, range)
    }

    func array(_ elements: UnsafeBufferPointer<LocatedValue>, at range: Range<Int>) -> LocatedValue {
        LocatedValue(content: .array(Array(elements)), range: range)
    }

    func object(
        _ names: UnsafeBufferPointer<(text: String, range: Range<Int>)>,
        _ values: UnsafeBufferPointer<LocatedValue>,
        at range: Range<Int>
    ) -> LocatedValue {
        let members = zip(names, values).map { LocatedMember(name: $0.text, nameRange: $0.range, value: $1) }
        return LocatedValue(content: .object(members), range: range)
    }

    func tooDeep(at range: Range<Int>) -> LocatedValue { LocatedValue(content: .null, range: range) }
}
