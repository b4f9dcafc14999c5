enum JSONValueDecoder {
    static func decode<Value: Decodable>(_ type: Value.Type, from json: JSONValue) throws -> Value {
        throw EvaluationError(.general, "")
    }
}
enum JSONValueEncoder {
    static func encode(_ value: some Encodable) throws -> JSONValue { .null }
}
