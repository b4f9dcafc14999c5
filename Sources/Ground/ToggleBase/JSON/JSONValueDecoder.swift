/// Decodes `Decodable` types from ``JSONValue``, without Foundation.
///
/// Numbers are converted only without loss: `10.0` is accepted as an integer, up to a magnitude of 2^53 - 1. An integer
/// is accepted as a `Double` or `Float` that represents it exactly. Strings, Booleans, and numbers are never converted
/// into each other. A fraction is rounded to the nearest `Float`, like every decimal fraction. If a name is repeated,
/// the last member is used. Members unknown to the type are ignored.
public enum JSONValueDecoder {
    /// Decodes a value.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - json: The JSON value.
    /// - Returns: The decoded value.
    /// - Throws: A `DecodingError` with the coding path, or an error of the type's own initializer.
    public static func decode<Value: Decodable>(_ type: Value.Type, from json: JSONValue) throws -> Value {
        try JSONValueDecoding(value: json, parent: .root, step: .root).unwrap(type)
    }
}

/// The decoder for a single JSON value.
struct JSONValueDecoding: Decoder {
    let value: JSONValue
    /// The path of the value's container.
    let parent: JSONCodingPath
    /// The step from the container to the value.
    let step: JSONCodingStep

    /// The path of the value.
    var path: JSONCodingPath { step.path(in: parent) }
    var codingPath: [any CodingKey] { path.keys }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let object) = value else { throw mismatch([String: JSONValue].self, "an object") }
        return KeyedDecodingContainer(JSONKeyedDecodingContainer<Key>(object, at: path))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = value else { throw mismatch([JSONValue].self, "an array") }
        return JSONUnkeyedDecodingContainer(elements, at: path)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    /// Decodes the value as a type.
    func unwrap<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if type == JSONValue.self, let json = value as? Value { return json }
        return try Value(from: self)
    }

    /// Returns an error that states the expected and the actual kind of value.
    func mismatch(_ type: any Any.Type, _ expected: String) -> DecodingError {
        let context = DecodingError.Context(
            codingPath: codingPath,
            debugDescription: "Expected \(expected), found \(value.kindDescription)."
        )
        if case .null = value { return .valueNotFound(type, context) }
        return .typeMismatch(type, context)
    }

    private func lossy(_ number: String, as type: any Any.Type) -> DecodingError {
        .dataCorrupted(
            DecodingError.Context(codingPath: codingPath, debugDescription: "\(number) does not fit \(type) exactly.")
        )
    }

    private func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
        switch value {
        case .integer(let integer):
            guard let result = Integer(exactly: integer) else { throw lossy(String(integer), as: type) }
            return result
        case .number(let number):
            guard let result = JSONValue.exactInteger(number, as: type) else {
                throw lossy(number.description, as: type)
            }
            return result
        default:
            throw mismatch(type, "an integer")
        }
    }

    private func float<Number: BinaryFloatingPoint>(_ type: Number.Type) throws -> Number {
        switch value {
        case .integer(let integer):
            guard let result = Number(exactly: integer) else { throw lossy(String(integer), as: type) }
            return result
        case .number(let number):
            let result = Number(number)
            guard result.isFinite || !number.isFinite else { throw lossy(number.description, as: type) }
            return result
        default:
            throw mismatch(type, "a number")
        }
    }
}

extension JSONValueDecoding: SingleValueDecodingContainer {
    func decodeNil() -> Bool {
        if case .null = value { true } else { false }
    }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard case .bool(let flag) = value else { throw mismatch(type, "a Boolean") }
        return flag
    }

    func decode(_ type: String.Type) throws -> String {
        guard case .string(let string) = value else { throw mismatch(type, "a string") }
        return string
    }

    func decode(_ type: Double.Type) throws -> Double { try float(type) }
    func decode(_ type: Float.Type) throws -> Float { try float(type) }
    func decode(_ type: Int.Type) throws -> Int { try integer(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try unwrap(type) }
}
