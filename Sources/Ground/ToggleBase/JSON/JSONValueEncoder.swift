/// Encodes `Encodable` types as ``JSONValue``, without Foundation.
///
/// Members keep the order in which the type encodes them. Those of a dictionary, which has no order, are sorted by
/// name. A number that JSON or ``JSONValue`` can't represent exactly (NaN, the infinities, `UInt64` beyond `Int`) is an
/// error.
public enum JSONValueEncoder {
    /// Encodes a value.
    ///
    /// A type that encodes nothing becomes an empty object.
    ///
    /// - Parameter value: The value.
    /// - Returns: The JSON value.
    /// - Throws: An `EncodingError` with the coding path, or an error of the type's own method.
    public static func encode(_ value: some Encodable) throws -> JSONValue {
        let slot = JSONEncodingSlot()
        try JSONValueEncoding(slot: slot, codingPath: []).wrap(value)
        return slot.json
    }
}

/// The storage for an encoder's result.
///
/// Containers that are written to later keep a reference to their slot.
///
/// A slot is used by only one thread, because encoding is synchronous and its slots don't escape.
final class JSONEncodingSlot {
    enum Content {
        case nothing
        case value(JSONValue)
        case elements([JSONEncodingSlot])
        case members([(name: String, slot: JSONEncodingSlot)], indices: [String: Int])
    }

    var content = Content.nothing
    var sortsMembers = false

    var json: JSONValue {
        switch content {
        case .nothing: return .object(JSONObject())
        case .value(let value): return value
        case .elements(let slots): return .array(slots.map(\.json))
        case .members(let members, _):
            let result = JSONObject(members.map { JSONObject.Member(name: $0.name, value: $0.slot.json) })
            return .object(sortsMembers ? result.sortedByName() : result)
        }
    }

    /// Makes the content an object, unless it already is one.
    func beginMembers() {
        if case .members = content { return }
        content = .members([], indices: [:])
    }

    /// Makes the content an array, unless it already is one.
    func beginElements() {
        if case .elements = content { return }
        content = .elements([])
    }

    /// Appends an element and returns its slot.
    func appendElement() -> JSONEncodingSlot {
        let slot = JSONEncodingSlot()
        guard case .elements(var slots) = content else { return slot }
        content = .nothing  // Releases the enum's reference, so that the array is not copied.
        slots.append(slot)
        content = .elements(slots)
        return slot
    }

    /// Returns a new slot for a member, even if the name was encoded before.
    func member(named name: String) -> JSONEncodingSlot {
        let slot = JSONEncodingSlot()
        guard case .members(var members, var indices) = content else { return slot }
        content = .nothing  // Releases the enum's reference, so that the array is not copied.
        if let index = indices[name] {
            members[index].slot = slot
        } else {
            indices[name] = members.count
            members.append((name, slot))
        }
        content = .members(members, indices: indices)
        return slot
    }

    /// Returns the slot of a member, reusing an existing one so that it can be extended.
    func openMember(named name: String) -> JSONEncodingSlot {
        if case .members(let members, let indices) = content, let index = indices[name] {
            return members[index].slot
        }
        return member(named: name)
    }

    var count: Int {
        if case .elements(let slots) = content { slots.count } else { 0 }
    }
}

/// A dictionary with string keys, whose members have no order of their own.
private protocol StringKeyedDictionary {}
extension Dictionary: StringKeyedDictionary where Key == String {}

/// The encoder for a single Swift value.
struct JSONValueEncoding: Encoder {
    let slot: JSONEncodingSlot
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        slot.beginMembers()
        return KeyedEncodingContainer(JSONKeyedEncodingContainer<Key>(slot: slot, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        slot.beginElements()
        return JSONUnkeyedEncodingContainer(slot: slot, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    /// Encodes a value of any type.
    func wrap(_ value: some Encodable) throws {
        if let json = value as? JSONValue {
            slot.content = .value(json)
            return
        }
        slot.sortsMembers = value is any StringKeyedDictionary
        try value.encode(to: self)
    }

    private func unfit(_ value: Any, _ reason: String) -> EncodingError {
        .invalidValue(value, EncodingError.Context(codingPath: codingPath, debugDescription: reason))
    }

    private func put(_ integer: some FixedWidthInteger) throws {
        guard let value = JSONValue(exactly: integer, asInteger: Int.self) else {
            throw unfit(integer, "\(integer) does not fit Int.")
        }
        slot.content = .value(value)
    }

    private func put(_ number: Double, description: String) throws {
        guard number.isFinite else { throw unfit(number, "JSON has no number \(description).") }
        slot.content = .value(.number(number))
    }
}

extension JSONValue {
    /// Converts an integer if JSON text preserves it: to an integer if it fits, otherwise to a number with a magnitude
    /// of up to 2^53 - 1.
    ///
    /// - Parameters:
    ///   - integer: The number.
    ///   - type: The type of integers, which has 32 bits on some systems.
    init?<Integer: FixedWidthInteger>(exactly integer: some FixedWidthInteger, asInteger type: Integer.Type) {
        if let number = Integer(exactly: integer), let fitting = Int(exactly: number) {
            self = .integer(fitting)
        } else if let number = Int64(exactly: integer), number.magnitude <= Self.largestExactInteger.magnitude {
            self = .number(Double(number))
        } else {
            return nil
        }
    }
}

extension JSONValueEncoding: SingleValueEncodingContainer {
    func encodeNil() { slot.content = .value(.null) }
    func encode(_ value: Bool) { slot.content = .value(.bool(value)) }
    func encode(_ value: String) { slot.content = .value(.string(value)) }
    func encode(_ value: Double) throws { try put(value, description: value.description) }
    func encode(_ value: Float) throws {
        // Converted through the shortest decimal, so that 0.1 stays 0.1.
        try put(Double(value.description) ?? Double(value), description: value.description)
    }
    func encode(_ value: Int) throws { try put(value) }
    func encode(_ value: Int8) throws { try put(value) }
    func encode(_ value: Int16) throws { try put(value) }
    func encode(_ value: Int32) throws { try put(value) }
    func encode(_ value: Int64) throws { try put(value) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: Int128) throws { try put(value) }
    func encode(_ value: UInt) throws { try put(value) }
    func encode(_ value: UInt8) throws { try put(value) }
    func encode(_ value: UInt16) throws { try put(value) }
    func encode(_ value: UInt32) throws { try put(value) }
    func encode(_ value: UInt64) throws { try put(value) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: UInt128) throws { try put(value) }
    func encode(_ value: some Encodable) throws { try wrap(value) }
}
