import Foundation

/// Compressed bodies, as created by `gzip -9`.
enum Gzip {
    /// The document with a page size of 1.
    static let small = decoded(
        """
        H4sIAAAAAAACA6tWSstJTC9WslKoVipITE+NL86sSgXziksSS0AsJVc/RycfVxclHQWlssSizMS8EojyMiBpWAsUTUlNSyzNKQmD\
        SIK0lCnV1tYCAHP2zzNbAAAA
        """
    )

    /// A few hundred kilobytes that decompress to thirty million spaces.
    static let bomb: [UInt8] = {
        // A header without optional fields, then a single final block with the fixed codes.
        var bits = Bits(bytes: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 255])
        bits.append(1, count: 1)
        bits.append(1, count: 2)
        // One space, then copies of the previous byte, 258 at a time.
        bits.appendCode(0x30 + 32, count: 8)
        for _ in 0..<(30_000_000 / 258) {
            bits.appendCode(0b1100_0101, count: 8)
            bits.appendCode(0, count: 5)
        }
        bits.appendCode(0, count: 7)
        return bits.bytes + [UInt8](repeating: 0, count: 8)
    }()

    private struct Bits {
        var bytes: [UInt8]
        private var used = 8

        init(bytes: [UInt8]) {
            self.bytes = bytes
        }

        /// Appends a number, its lowest bit first.
        mutating func append(_ number: Int, count: Int) {
            for place in 0..<count { append(bit: number >> place & 1) }
        }

        /// Appends a code, its highest bit first.
        mutating func appendCode(_ code: Int, count: Int) {
            for place in (0..<count).reversed() { append(bit: code >> place & 1) }
        }

        private mutating func append(bit: Int) {
            if used == 8 {
                bytes.append(0)
                used = 0
            }
            bytes[bytes.count - 1] |= UInt8(bit) << used
            used += 1
        }
    }

    private static func decoded(_ text: String) -> [UInt8] {
        Data(base64Encoded: text).map(Array.init) ?? []
    }
}
