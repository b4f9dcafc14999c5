/// Base64 with padding (RFC 4648, section 4), with exactly one accepted encoding for every sequence of bytes.
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")
    private static let invalid: UInt8 = 0xFF

    private static let values: [UInt8] = {
        var values = [UInt8](repeating: invalid, count: 256)
        for (value, letter) in alphabet.enumerated() { values[Int(letter)] = UInt8(value) }
        return values
    }()

    /// Returns the length of the encoding of the given number of bytes.
    package static func length(of count: Int) -> Int { (count + 2) / 3 * 4 }

    /// Encodes bytes.
    package static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(length(of: bytes.count))
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
            for index in 0..<4 {
                let letter = alphabet[Int(bits >> UInt32(18 - 6 * index) & 0x3F)]
                result.append(index <= group.count ? letter : padding)
            }
        }
        return result
    }

    /// Encodes bytes as text.
    package static func text(_ bytes: [UInt8]) -> String { String(decoding: encode(bytes), as: UTF8.self) }

    /// Decodes a text, or returns `nil` if ``text(_:)`` doesn't produce it.
    package static func bytes(_ text: String) -> [UInt8]? { decode(Array(text.utf8)) }

    /// Decodes an encoding, or returns `nil` if ``encode(_:)`` doesn't produce it.
    package static func decode(_ letters: [UInt8]) -> [UInt8]? {
        guard letters.count % 4 == 0 else { return nil }
        let text = letters.suffix(2)
        let paddingCount = text.last == padding ? (text.first == padding ? 2 : 1) : 0
        let significant = letters.dropLast(paddingCount)
        var result: [UInt8] = []
        result.reserveCapacity(letters.count / 4 * 3)
        var bits: UInt32 = 0
        var count: UInt32 = 0
        for letter in significant {
            let value = values[Int(letter)]
            if value == invalid { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                result.append(UInt8(truncatingIfNeeded: bits >> count))
                bits &= 1 << count - 1
            }
        }
        // The unused bits must be zero, so that there is only one encoding.
        return bits == 0 ? result : nil
    }
}
