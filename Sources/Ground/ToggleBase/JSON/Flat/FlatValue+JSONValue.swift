extension FlatValue {
    /// A copy of the value that owns its memory.
    ///
    /// It recurses once per level, and readers limit the depth.
    package var json: JSONValue {
        switch kind {
        case .null: .null
        case .false: .bool(false)
        case .true: .bool(true)
        case .integer: JSONValue(whole: integer)
        case .number: .number(number)
        case .string: .string(String(decoding: bytes, as: UTF8.self))
        case .array: .array(elements.map(\.json))
        case .object: .object(jsonObject)
        }
    }

    /// Copies of the members that own their memory; empty if the value isn't an object.
    package var jsonObject: JSONObject {
        JSONObject(members.map { JSONObject.Member(name: $0.name.text, value: $0.value.json) })
    }

    /// Copies a value into an arena.
    ///
    /// Values nested deeper than `depth` levels become `null`.
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

    /// The kind of the value in JSON's terms, with an article.
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
