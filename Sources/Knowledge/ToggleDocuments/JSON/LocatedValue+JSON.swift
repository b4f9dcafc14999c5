import ToggleBase

extension LocatedValue {
    /// The value without its location.
    ///
    /// It recurses to the depth of the value, which the reader limits.
    var json: JSONValue {
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
