import ToggleBase

extension YAMLNode {
    /// The value as JSON, without locations and styles.
    ///
    /// Values that JSON can't represent are converted: a number that is infinite or doesn't fit becomes its text, and
    /// rejected content becomes `null`.
    ///
    /// The depth is limited, because files with more than 32 levels are rejected.
    public var json: JSONValue {
        switch content {
        case .refused:
            return .null
        case .scalar(let scalar):
            switch scalar.value {
            case .null: return .null
            case .bool(let value): return .bool(value)
            case .integer(let value?): return .integer(value)
            case .number(let value) where value.isFinite: return .number(value)
            case .integer, .number: return .string(scalar.text)
            case .string(let text): return .string(text)
            }
        case .sequence(let items):
            return .array(items.map(\.json))
        case .mapping(let pairs):
            return .object(JSONObject(pairs.map { JSONObject.Member(name: $0.name, value: $0.value.json) }))
        }
    }
}
