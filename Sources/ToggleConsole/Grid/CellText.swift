#if !RELEASE || InternalBuild
/// What a cell shows: a character in UTF-8, or nothing, in place.
///
/// A frame has thousands of them, which are made, compared and thrown away with every key; they are plain memory.
struct CellText: Hashable, Sendable {
    /// The bytes, the first of all the lowest of `low`; behind the last there are zeros.
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    /// The most bytes that there is room for: the longest character of UTF-8 with three accents, or any other with more.
    static let capacity = 16

    /// Of a text, the scalars that there is room for; what comes behind them, or behind a NUL, is left out.
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

    /// A character of ASCII.
    init(ascii byte: UInt8) { low = UInt64(byte) }

    static let blank = CellText(ascii: 0x20)
    static let empty = CellText("")

    var isEmpty: Bool { low == 0 }

    /// The number of bytes.
    var count: Int {
        high == 0 ? 8 - low.leadingZeroBitCount / 8 : 16 - high.leadingZeroBitCount / 8
    }

    /// Puts the bytes behind others.
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
