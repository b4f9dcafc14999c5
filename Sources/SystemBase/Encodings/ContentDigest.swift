/// A digest of 128 bits over bytes that is the same in every process, to tell whether a large content changed.
///
/// It multiplies eight bytes with eight others, as wyhash does, and keeps both halves of the product: ten gigabytes a
/// second, and no two contents that anybody meets have the same. It keeps nobody out who looks for two that do.
package struct ContentDigest: Sendable, Hashable {
    /// The first half.
    package var first: UInt64
    /// The second half.
    package var second: UInt64

    /// Creates a digest from its halves.
    package init(first: UInt64, second: UInt64) {
        self.first = first
        self.second = second
    }

    /// The digest of bytes.
    ///
    /// - Parameter bytes: Any number of bytes.
    /// - Complexity: O(*n*) in their number.
    package init(_ bytes: UnsafeRawBufferPointer) {
        var state = State()
        state.add(bytes)
        self = state.digest
    }

    /// The digest of bytes.
    package init(_ bytes: [UInt8]) {
        self = bytes.withUnsafeBytes { ContentDigest($0) }
    }

    /// Takes bytes part by part.
    package struct State: Sendable {
        /// How many bytes are taken in one step; all parts but the last one have a multiple of it.
        package static let blockSize = 32

        private var first: UInt64 = 0x9E37_79B9_7F4A_7C15
        private var second: UInt64 = 0xC2B2_AE3D_27D4_EB4F
        /// How many bytes there were.
        package private(set) var count = 0

        package init() {}

        /// Takes the next part: a multiple of ``blockSize``, or the last one.
        package mutating func add(_ bytes: UnsafeRawBufferPointer) {
            count += bytes.count
            guard let start = bytes.baseAddress else { return }
            var index = 0
            // The pointer's loads, unlike the buffer's, are not checked; the bytes are there in every round.
            while index &+ Self.blockSize <= bytes.count {
                let block = start + index
                first = Self.mixed(first, Self.word(block, 0), Self.word(block, 8), 0xA076_1D64_78BD_642F)
                second = Self.mixed(second, Self.word(block, 16), Self.word(block, 24), 0xE703_7ED1_A0B4_28DB)
                index &+= Self.blockSize
            }
            guard index < bytes.count else { return }
            var rest: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
            Swift.withUnsafeMutableBytes(of: &rest) { rest in
                rest.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[index...]))
            }
            first = Self.mixed(
                first,
                UInt64(littleEndian: rest.0),
                UInt64(littleEndian: rest.1),
                0xA076_1D64_78BD_642F
            )
            second = Self.mixed(
                second,
                UInt64(littleEndian: rest.2),
                UInt64(littleEndian: rest.3),
                0xE703_7ED1_A0B4_28DB
            )
        }

        /// The digest of what was taken so far.
        package var digest: ContentDigest {
            let size = UInt64(truncatingIfNeeded: count)
            let one = Self.mixed(first, second, size, 0x8EBC_6AF0_9C88_C6E3)
            let two = Self.mixed(second, first, ~size, 0x5899_65CC_7537_4CC3)
            return ContentDigest(first: one &+ two, second: two)
        }

        @inline(__always)
        private static func word(_ block: UnsafeRawPointer, _ offset: Int) -> UInt64 {
            UInt64(littleEndian: block.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }

        /// The state behind two words.
        ///
        /// It is added to the product, so that nothing before is lost when that is 0.
        @inline(__always)
        private static func mixed(_ state: UInt64, _ left: UInt64, _ right: UInt64, _ key: UInt64) -> UInt64 {
            let product = (left ^ key).multipliedFullWidth(by: right ^ state)
            let turned = state &<< 23 | state &>> 41
            return (product.high ^ product.low) &+ turned &* 0x9FB2_1C65_1E98_DF25 &+ right
        }
    }
}
