import ToggleBase

extension FlatValue {
    /// A copy of the value that owns its memory.
    ///
    /// It recurses once per level, and readers limit the depth.
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

    /// The value as JSON text for messages, truncated to 40 characters.
    ///
    /// It examines only as much of the value as the excerpt can show.
    package var excerpt: String {
        var budget = 64
        return beginning(&budget).excerpt
    }

    /// Returns a copy of the value that ends once its text has as many characters as the budget allows.
    private func beginning(_ budget: inout Int) -> JSONValue {
        budget -= 1
        switch kind {
        case .string: return .string(Self.beginning(of: bytes, &budget))
        case .array:
            var elements: [JSONValue] = []
            for element in self.elements {
                guard budget > 0 else { break }
                elements.append(element.beginning(&budget))
            }
            return .array(elements)
        case .object:
            var members: [JSONObject.Member] = []
            for member in self.members {
                guard budget > 0 else { break }
                let name = Self.beginning(of: member.name.bytes, &budget)
                members.append(JSONObject.Member(name: name, value: member.value.beginning(&budget)))
            }
            return .object(JSONObject(members))
        default: return json
        }
    }

    /// Returns the beginning of a string: four bytes, the maximum of a scalar, for each character of the budget.
    private static func beginning(of bytes: UnsafeBufferPointer<UInt8>, _ budget: inout Int) -> String {
        let part = bytes.prefix(4 * max(budget, 0))
        budget -= part.count
        return String(decoding: part, as: UTF8.self)
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
