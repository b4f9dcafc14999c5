/// MurmurHash3, variant x86_32, with which flagd assigns users to buckets.
enum Murmur3 {
    /// Returns the hash of bytes.
    @inline(__always)
    static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt32 = 0) -> UInt32 {
        var hash = seed
        var index = 0
        while index &+ 4 <= bytes.count {
            let word = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self))
            hash ^= scrambled(word)
            hash = (hash << 13 | hash >> 19) &* 5 &+ 0xE654_6B64
            index &+= 4
        }
        var tail: UInt32 = 0
        var shift: UInt32 = 0
        while index < bytes.count {
            tail |= UInt32(bytes[index]) << shift
            shift &+= 8
            index &+= 1
        }
        if shift > 0 { hash ^= scrambled(tail) }
        hash ^= UInt32(truncatingIfNeeded: bytes.count)
        hash = (hash ^ hash >> 16) &* 0x85EB_CA6B
        hash = (hash ^ hash >> 13) &* 0xC2B2_AE35
        return hash ^ hash >> 16
    }

    @inline(__always)
    private static func scrambled(_ word: UInt32) -> UInt32 {
        let product = word &* 0xCC9E_2D51
        return (product << 15 | product >> 17) &* 0x1B87_3593
    }
}
