/// A hash of bytes that is the same in every process, for detecting changed content.
package enum ContentHash {
    /// Returns the 64-bit FNV-1a hash of bytes.
    package static func of(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
