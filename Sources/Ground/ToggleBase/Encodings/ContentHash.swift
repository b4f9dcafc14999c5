/// The 64-bit FNV-1a hash of bytes, which is the same in every process.
///
/// It detects changed content, and names files and slots. It isn't cryptographic.
package enum ContentHash {
    /// The hash of no bytes.
    @inlinable
    package static var empty: UInt64 { 0xcbf2_9ce4_8422_2325 }

    /// The factor for each byte; multiplying a hash by it adds a zero byte.
    @inlinable
    package static var prime: UInt64 { 0x100_0000_01b3 }

    /// Returns the hash of bytes.
    package static func of(_ bytes: [UInt8]) -> UInt64 {
        bytes.withUnsafeBufferPointer { adding($0, to: empty) }
    }

    /// Returns a hash after adding bytes.
    @inlinable
    package static func adding(_ bytes: UnsafeBufferPointer<UInt8>, to hash: UInt64) -> UInt64 {
        // Generators run unoptimized, where a loop without an iterator takes a tenth of the time.
        let prime = prime
        var result = hash
        var index = 0
        while index < bytes.count {
            result = (result ^ UInt64(bytes[index])) &* prime
            index += 1
        }
        return result
    }
}
