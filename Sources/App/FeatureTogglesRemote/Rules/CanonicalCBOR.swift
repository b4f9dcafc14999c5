import FeatureToggles
import ToggleBase

/// Encodes a value as CBOR in the core deterministic encoding (RFC 8949, 4.2.1), which `fractional` hashes.
///
/// Whole numbers from -2^63 to 2^64-1 are encoded as integers. Other numbers use the shortest of the three
/// floating-point formats that represents them exactly. Members of an object are sorted by their encoded names. For a
/// duplicate name, the last member wins.
struct CanonicalCBOR {
    private(set) var bytes: [UInt8] = []

    /// Returns the number of bytes before the content of a string or array.
    static func headLength(of count: Int) -> Int {
        count < 24 ? 1 : count < 1 << 8 ? 2 : count < 1 << 16 ? 3 : 5
    }

    /// Writes the head of a string, and returns its length in bytes.
    @inline(__always)
    static func writeHead(ofStringOf count: Int, to output: UnsafeMutableRawBufferPointer, at index: Int) -> Int {
        let length = headLength(of: count)
        guard index &+ length <= output.count else { return 0 }
        switch length {
        case 1: output[index] = 0x60 | UInt8(truncatingIfNeeded: count)
        case 2:
            output[index] = 0x78
            output[index &+ 1] = UInt8(truncatingIfNeeded: count)
        default:
            output[index] = length == 3 ? 0x79 : 0x7A
            for offset in 1..<length {
                output[index &+ offset] = UInt8(truncatingIfNeeded: count >> (8 &* (length &- 1 &- offset)))
            }
        }
        return length
    }

    /// Appends a value.
    ///
    /// It recurses once per level; values of documents and contexts have few levels.
    mutating func append(_ value: FlatValue) {
        switch value.kind {
        case .null: bytes.append(0xF6)
        case .false: bytes.append(0xF4)
        case .true: bytes.append(0xF5)
        case .integer: append(value.integer)
        case .number: append(value.number)
        case .string: append(value.bytes)
        case .array:
            appendHead(4, UInt64(value.elements.count))
            for element in value.elements { append(element) }
        case .object: append(value.members)
        }
    }

    private mutating func append(_ members: UnsafeBufferPointer<FlatMember>) {
        var encoded: [(name: [UInt8], value: FlatValue)] = []
        for (index, member) in members.enumerated()
        where !members[(index + 1)...].contains(where: { $0.name == member.name }) {
            var name = CanonicalCBOR()
            name.append(member.name.bytes)
            let place = encoded.firstIndex { name.bytes.lexicographicallyPrecedes($0.name) } ?? encoded.count
            encoded.insert((name.bytes, member.value), at: place)
        }
        appendHead(5, UInt64(encoded.count))
        for member in encoded {
            bytes += member.name
            append(member.value)
        }
    }

    private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        appendHead(3, UInt64(text.count))
        bytes.append(contentsOf: text)
    }

    private mutating func append(_ integer: Int64) {
        if integer >= 0 {
            appendHead(0, UInt64(integer))
        } else {
            appendHead(1, UInt64(bitPattern: ~integer))
        }
    }

    private mutating func append(_ number: Double) {
        if let integer = Int64(exactly: number) { return append(integer) }
        if let integer = UInt64(exactly: number) { return appendHead(0, integer) }
        if number.isNaN {
            bytes += [0xF9, 0x7E, 0x00]
        } else if let half = Self.half(number) {
            bytes.append(0xF9)
            appendBigEndian(UInt64(half), count: 2)
        } else if Double(Float(number)) == number {
            bytes.append(0xFA)
            appendBigEndian(UInt64(Float(number).bitPattern), count: 4)
        } else {
            bytes.append(0xFB)
            appendBigEndian(number.bitPattern, count: 8)
        }
    }

    /// Returns the bits of a half-precision number, or `nil` if the number needs more than eleven significant bits or
    /// is out of range.
    ///
    /// `Float16` does not exist on every platform.
    static func half(_ number: Double) -> UInt16? {
        let sign: UInt16 = number.sign == .minus ? 0x8000 : 0
        let magnitude = number.magnitude
        if magnitude == .infinity { return sign | 0x7C00 }
        if magnitude == 0 { return sign }
        guard magnitude <= 65_504 else { return nil }
        if magnitude < 0x1p-14 {
            guard let steps = UInt16(exactly: magnitude * 0x1p24) else { return nil }
            return sign | steps
        }
        let exponent = Int(magnitude.exponent)
        let scaled = (magnitude.significand - 1) * 1_024
        guard let fraction = UInt16(exactly: scaled) else { return nil }
        return sign | UInt16(exponent + 15) << 10 | fraction
    }

    private mutating func appendHead(_ major: UInt8, _ argument: UInt64) {
        let major = major << 5
        switch argument {
        case 0..<24: bytes.append(major | UInt8(argument))
        case ..<(1 << 8):
            bytes.append(major | 24)
            appendBigEndian(argument, count: 1)
        case ..<(1 << 16):
            bytes.append(major | 25)
            appendBigEndian(argument, count: 2)
        case ..<(1 << 32):
            bytes.append(major | 26)
            appendBigEndian(argument, count: 4)
        default:
            bytes.append(major | 27)
            appendBigEndian(argument, count: 8)
        }
    }

    private mutating func appendBigEndian(_ value: UInt64, count: Int) {
        for index in (0..<count).reversed() { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * UInt64(index)))) }
    }
}
