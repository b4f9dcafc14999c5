#if OVERRIDES
/// The text of a cell, stored inline: a character in UTF-8, or nothing.
///
/// A frame has thousands of cells, which are created, compared, and discarded for every key, so they must not allocate.
struct CellText: Hashable, Sendable {
    /// The bytes in order, beginning with the lowest byte of `low`; unused bytes are zero.
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    /// The capacity in bytes.
    ///
    /// It suffices for a four-byte scalar with three accents of four bytes, or for shorter scalars with more accents.
    static let capacity = 16

    /// Stores the leading scalars of a text that fit, up to the first NUL.
    init(_ text: some StringProtocol) {
        var count = 0
        for scalar in text.unicodeScalars {
            let bytes = UTF8.width(scalar)
            guard scalar.value > 0, count + bytes <= Self.capacity else { return }
            for byte in UTF8.encode(scalar) ?? .init() {
                let bits = UInt64(byte) << UInt64(count % 8 * 8)
                if count < 8 { low |= bits } else { high |= bits }
                count += 1
            }
        }
    }

    /// Creates the text of an ASCII character.
    init(ascii byte: UInt8) { low = UInt64(byte) }

    static let blank = CellText(ascii: 0x20)
    static let empty = CellText("")

    var isEmpty: Bool { low == 0 }

    /// The number of bytes.
    var count: Int {
        high == 0 ? 8 - low.leadingZeroBitCount / 8 : 16 - high.leadingZeroBitCount / 8
    }

    /// Appends the bytes to an array.
    func append(to bytes: inout [UInt8]) {
        if low < 0x100, low > 0 {
            bytes.append(UInt8(truncatingIfNeeded: low))
            return
        }
        for place in 0..<count { bytes.append(self[place]) }
    }

    private subscript(place: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: (place < 8 ? low : high) >> UInt64(place % 8 * 8))
    }
}

extension CellText: ExpressibleByStringLiteral, CustomStringConvertible {
    init(stringLiteral value: String) { self.init(value) }

    var description: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
#endif
