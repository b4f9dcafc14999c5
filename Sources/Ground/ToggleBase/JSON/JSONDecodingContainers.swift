/// The keyed container for decoding an object.
struct JSONKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let path: JSONCodingPath
    private let object: JSONObject
    /// The members by name if there are many, so that decoding a large dictionary doesn't take quadratic time.
    private let index: [String: JSONValue]?
    /// The number of members up to which comparing all names is faster than an index.
    private static var maximumUnindexed: Int { 16 }

    init(_ object: JSONObject, at path: JSONCodingPath) {
        self.object = object
        self.path = path
        index =
            object.members.count > Self.maximumUnindexed
            ? Dictionary(object.members.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }) : nil
    }

    var codingPath: [any CodingKey] { path.keys }

    private func member(_ name: String) -> JSONValue? {
        if let index { return index[name] }
        return object.members.last { $0.name == name }?.value
    }

    /// The keys in the order of the text, without duplicates.
    var allKeys: [Key] {
        var seen: Set<String> = []
        return object.members.compactMap { seen.insert($0.name).inserted ? Key(stringValue: $0.name) : nil }
    }

    func contains(_ key: Key) -> Bool {
        member(key.stringValue) != nil
    }

    private func decoding(_ key: Key) throws -> JSONValueDecoding {
        guard let value = member(key.stringValue) else {
            throw DecodingError.keyNotFound(
                key,
                DecodingError.Context(
                    codingPath: codingPath,
                    debugDescription: "There is no member \"\(key.stringValue)\"."
                )
            )
        }
        return JSONValueDecoding(value: value, parent: path, step: .key(key))
    }

    func decodeNil(forKey key: Key) throws -> Bool { try decoding(key).decodeNil() }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decoding(key).decode(type) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try decoding(key).decode(type) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try decoding(key).decode(type) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try decoding(key).decode(type) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try decoding(key).decode(type) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try decoding(key).decode(type) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try decoding(key).decode(type) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try decoding(key).decode(type) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try decoding(key).decode(type) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try decoding(key).decode(type) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try decoding(key).decode(type) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try decoding(key).decode(type) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try decoding(key).decode(type) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try decoding(key).decode(type) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try decoding(key).decode(type) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try decoding(key).decode(type) }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoding(key).unwrap(type)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decoding(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoding(key).unkeyedContainer()
    }

    /// Returns a decoder for the member `super`, or for `null` if it is missing.
    func superDecoder() -> any Decoder {
        JSONValueDecoding(
            value: member(JSONCodingKey.super.stringValue) ?? .null,
            parent: path,
            step: .key(JSONCodingKey.super)
        )
    }

    func superDecoder(forKey key: Key) -> any Decoder {
        JSONValueDecoding(value: member(key.stringValue) ?? .null, parent: path, step: .key(key))
    }
}

/// The unkeyed container for decoding an array.
struct JSONUnkeyedDecodingContainer: UnkeyedDecodingContainer {
    private let path: JSONCodingPath
    private let elements: [JSONValue]
    private(set) var currentIndex = 0

    init(_ elements: [JSONValue], at path: JSONCodingPath) {
        self.elements = elements
        self.path = path
    }

    var codingPath: [any CodingKey] { path.keys }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    /// Returns a decoder for the current element without advancing the index.
    private func current(_ type: any Any.Type) throws -> JSONValueDecoding {
        guard currentIndex < elements.count else {
            throw DecodingError.valueNotFound(
                type,
                DecodingError.Context(
                    codingPath: JSONCodingPath.index(path, currentIndex).keys,
                    debugDescription: "The array has only \(elements.count) elements."
                )
            )
        }
        return JSONValueDecoding(value: elements[currentIndex], parent: path, step: .index(currentIndex))
    }

    /// Decodes the current element, and advances only on success, so that a caller can try another type.
    private mutating func next<Value>(
        _ type: Value.Type,
        _ decode: (JSONValueDecoding) throws -> Value
    ) throws -> Value {
        let value = try decode(current(type))
        currentIndex += 1
        return value
    }

    mutating func decodeNil() throws -> Bool {
        guard try current(JSONValue.self).decodeNil() else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try next(type) { try $0.decode(type) } }
    mutating func decode(_ type: String.Type) throws -> String { try next(type) { try $0.decode(type) } }
    mutating func decode(_ type: Double.Type) throws -> Double { try next(type) { try $0.decode(type) } }
    mutating func decode(_ type: Float.Type) throws -> Float { try next(type) { try $0.decode(type) } }
    mutating func decode(_ type: Int.Type) throws -> Int { try next(type) { try $0.decode(type) } }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try next(type) { try $0.decode(type) } }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try next(type) { try $0.decode(type) } }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try next(type) { try $0.decode(type) } }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try next(type) { try $0.decode(type) } }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try next(type) { try $0.decode(type) } }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try next(type) { try $0.decode(type) } }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try next(type) { try $0.decode(type) } }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try next(type) { try $0.decode(type) } }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try next(type) { try $0.decode(type) } }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try next(type) { try $0.decode(type) } }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try next(type) { try $0.decode(type) } }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try next(type) { try $0.unwrap(type) }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try next(KeyedDecodingContainer<NestedKey>.self) { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next((any UnkeyedDecodingContainer).self) { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder {
        try next((any Decoder).self) { $0 }
    }
}
