/// The keyed container for encoding an object.
struct JSONKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let slot: JSONEncodingSlot
    let codingPath: [any CodingKey]

    private func encoding(_ key: Key) -> JSONValueEncoding {
        JSONValueEncoding(slot: slot.member(named: key.stringValue), codingPath: codingPath + [key])
    }

    func encodeNil(forKey key: Key) { encoding(key).encodeNil() }
    func encode(_ value: Bool, forKey key: Key) { encoding(key).encode(value) }
    func encode(_ value: String, forKey key: Key) { encoding(key).encode(value) }
    func encode(_ value: Double, forKey key: Key) throws { try encoding(key).encode(value) }
    func encode(_ value: Float, forKey key: Key) throws { try encoding(key).encode(value) }
    func encode(_ value: Int, forKey key: Key) throws { try encoding(key).encode(value) }
    func encode(_ value: Int8, forKey key: Key) throws { try encoding(key).encode(value) }
    func encode(_ value: Int16, forKey key: Key) throws { try encoding(key).encode(value) }
    func encode(_ value: Int32, forKey key: Key) throws { try encoding(key).encode(value) }
    func encode(_ value: Int64, forKey key: Key) throws { try encoding(key).encode(value) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: Int128, forKey key: Key) throws { try encoding(key).encode(value) }
    func encode(_ value: UInt, forKey key: Key) throws { try encoding(key).encode(value) }
    func encode(_ value: UInt8, forKey key: Key) throws { try encoding(key).encode(value) }
    func encode(_ value: UInt16, forKey key: Key) throws { try encoding(key).encode(value) }
    func encode(_ value: UInt32, forKey key: Key) throws { try encoding(key).encode(value) }
    func encode(_ value: UInt64, forKey key: Key) throws { try encoding(key).encode(value) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: UInt128, forKey key: Key) throws { try encoding(key).encode(value) }
    func encode(_ value: some Encodable, forKey key: Key) throws { try encoding(key).wrap(value) }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        JSONValueEncoding(slot: slot.openMember(named: key.stringValue), codingPath: codingPath + [key])
            .container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        JSONValueEncoding(slot: slot.openMember(named: key.stringValue), codingPath: codingPath + [key])
            .unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        JSONValueEncoding(
            slot: slot.member(named: JSONCodingKey.super.stringValue),
            codingPath: codingPath + [JSONCodingKey.super]
        )
    }

    func superEncoder(forKey key: Key) -> any Encoder { encoding(key) }
}

/// The unkeyed container for encoding an array.
struct JSONUnkeyedEncodingContainer: UnkeyedEncodingContainer {
    let slot: JSONEncodingSlot
    let codingPath: [any CodingKey]

    var count: Int { slot.count }

    private func next() -> JSONValueEncoding {
        let path = codingPath + [JSONCodingKey(intValue: count)]
        return JSONValueEncoding(slot: slot.appendElement(), codingPath: path)
    }

    func encodeNil() { next().encodeNil() }
    func encode(_ value: Bool) { next().encode(value) }
    func encode(_ value: String) { next().encode(value) }
    func encode(_ value: Double) throws { try next().encode(value) }
    func encode(_ value: Float) throws { try next().encode(value) }
    func encode(_ value: Int) throws { try next().encode(value) }
    func encode(_ value: Int8) throws { try next().encode(value) }
    func encode(_ value: Int16) throws { try next().encode(value) }
    func encode(_ value: Int32) throws { try next().encode(value) }
    func encode(_ value: Int64) throws { try next().encode(value) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: Int128) throws { try next().encode(value) }
    func encode(_ value: UInt) throws { try next().encode(value) }
    func encode(_ value: UInt8) throws { try next().encode(value) }
    func encode(_ value: UInt16) throws { try next().encode(value) }
    func encode(_ value: UInt32) throws { try next().encode(value) }
    func encode(_ value: UInt64) throws { try next().encode(value) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: UInt128) throws { try next().encode(value) }
    func encode(_ value: some Encodable) throws { try next().wrap(value) }

    func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        next().container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        next().unkeyedContainer()
    }

    func superEncoder() -> any Encoder { next() }
}
