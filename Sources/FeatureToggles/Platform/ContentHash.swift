/// A hash over bytes that is the same in every process, to tell whether a content changed.
package enum ContentHash {
    /// FNV-1a, 64 bits.
    package static func of(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
