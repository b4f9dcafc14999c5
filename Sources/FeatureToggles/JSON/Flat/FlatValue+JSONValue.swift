extension FlatValue {
    /// The value with memory of its own.
    ///
    /// It recurses once a level, of which a reader allows few.
    package var json: JSONValue {
        switch kind {
        case .null: .null
        case .false: .bool(false)
        case .true: .bool(true)
        case .integer: Int(exactly: integer).map { .integer($0) } ?? .number(Double(integer))
        case .number: .number(number)
        case .string: .string(String(decoding: bytes, as: UTF8.self))
        case .array: .array(elements.map(\.json))
        case .object: .object(jsonObject)
        }
    }

    /// The members with memory of their own; empty for what is no object.
    package var jsonObject: JSONObject {
        JSONObject(members.map { JSONObject.Member(name: $0.name.text, value: $0.value.json) })
    }

    /// A copy of a value in an arena.
    ///
    /// What is nested deeper than `depth` levels becomes `null`.
    package init(_ value: JSONValue, in arena: FlatArena, depth: Int) {
        switch value {
        case .null: self = .null
        case .bool(let flag): self.init(flag)
        case .integer(let integer): self.init(Int64(integer))
        case .number(let number): self.init(number)
        case .string(let text): self = arena.string(text)
        case .array(let elements):
            self = depth <= 0 ? .null : arena.array(elements.map { FlatValue($0, in: arena, depth: depth - 1) })
        case .object(let object):
            self =
                depth <= 0
                ? .null
                : arena.object(
                    object.members.map { member in
                        FlatMember(
                            name: arena.name(member.name),
                            value: FlatValue(member.value, in: arena, depth: depth - 1)
                        )
                    }
                )
        }
    }

    /// The value as JSON text, cut after 40 characters, for messages.
    package var excerpt: String { json.excerpt }

    /// What kind of value this is, in JSON's words with an article.
    package var kindDescription: String {
        switch kind {
        case .null: "null"
        case .false, .true: "a Boolean"
        case .integer: "an integer"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
