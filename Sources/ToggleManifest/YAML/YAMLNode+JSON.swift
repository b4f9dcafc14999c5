extension YAMLNode {
    /// The value as JSON, without places and styles.
    ///
    /// What JSON cannot say becomes the nearest that it can: a number that is infinite or does not fit becomes its text,
    /// something refused becomes `null`.
    ///
    /// The depth is bounded, since a file that is nested more than 32 deep is not read.
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
