/// A hash of 128 bits over bytes that is the same in every process, to tell whether a large content changed.
///
/// MurmurHash3, the variant x64_128: gigabytes a second, and no two contents that anybody meets have the same. It keeps
/// nobody out who looks for two that do.
package struct WideContentHash: Sendable, Hashable {
    /// The first half.
    package var first: UInt64
    /// The second half.
    package var second: UInt64

    /// Creates a hash from its halves.
    package init(first: UInt64, second: UInt64) {
        self.first = first
        self.second = second
    }

    /// The hash of bytes.
    ///
    /// - Parameter bytes: Any number of bytes.
    /// - Complexity: O(*n*) in their number.
    package init(_ bytes: UnsafeRawBufferPointer) {
        var first: UInt64 = 0
        var second: UInt64 = 0
        var index = 0
        // The pointer's loads, unlike the buffer's, are not checked; sixteen bytes are there in every round.
        while let start = bytes.baseAddress, index &+ 16 <= bytes.count {
            let low = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            let high = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: index &+ 8, as: UInt64.self))
            first ^= Self.scrambledLow(low)
            first = (Self.rotated(first, 27) &+ second) &* 5 &+ 0x52DC_E729
            second ^= Self.scrambledHigh(high)
            second = (Self.rotated(second, 31) &+ first) &* 5 &+ 0x3849_5AB5
            index &+= 16
        }
        var low: UInt64 = 0
        var high: UInt64 = 0
        for (position, byte) in bytes[index...].enumerated() {
            if position < 8 {
                low |= UInt64(byte) << UInt64(8 * position)
            } else {
                high |= UInt64(byte) << UInt64(8 * (position - 8))
            }
        }
        first ^= Self.scrambledLow(low)
        second ^= Self.scrambledHigh(high)
        first ^= UInt64(bytes.count)
        second ^= UInt64(bytes.count)
        first &+= second
        second &+= first
        first = Self.finished(first)
        second = Self.finished(second)
        first &+= second
        second &+= first
        self.init(first: first, second: second)
    }

    /// The hash of bytes.
    package init(_ bytes: [UInt8]) {
        self = bytes.withUnsafeBytes { WideContentHash($0) }
    }

    @inline(__always)
    private static func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 {
        word &<< count | word &>> (64 &- count)
    }

    @inline(__always)
    private static func scrambledLow(_ word: UInt64) -> UInt64 {
        rotated(word &* 0x87C3_7B91_1142_53D5, 31) &* 0x4CF5_AD43_2745_937F
    }

    @inline(__always)
    private static func scrambledHigh(_ word: UInt64) -> UInt64 {
        rotated(word &* 0x4CF5_AD43_2745_937F, 33) &* 0x87C3_7B91_1142_53D5
    }

    @inline(__always)
    private static func finished(_ word: UInt64) -> UInt64 {
        var word = word
        word = (word ^ word >> 33) &* 0xFF51_AFD7_ED55_8CCD
        word = (word ^ word >> 33) &* 0xC4CE_B9FE_1A85_EC53
        return word ^ word >> 33
    }
}
