/// Determines quickly which files may contain a word.
///
/// Each file has a Bloom filter of its words, so that a search reads only a few of the files.
struct WordFilters {
    private struct Filter: Sendable {
        var bits: [UInt64]

        init(_ bytes: [UInt8]) {
            // About 16 bits for each word.
            var size = 4
            while size * 64 < bytes.count, size < 1 << 15 { size *= 2 }
            var bits = [UInt64](repeating: 0, count: size)
            bytes.withUnsafeBufferPointer { bytes in
                bits.withUnsafeMutableBufferPointer { bits in
                    WordFilters.isWordByte.withUnsafeBufferPointer { isWord in
                        var hash = WordFilters.seed
                        var isInWord = false
                        for byte in bytes {
                            if isWord[Int(byte)] {
                                hash = (hash ^ UInt64(byte)) &* WordFilters.prime
                                isInWord = true
                            } else if isInWord {
                                WordFilters.set(hash, in: bits)
                                hash = WordFilters.seed
                                isInWord = false
                            }
                        }
                        if isInWord { WordFilters.set(hash, in: bits) }
                    }
                }
            }
            self.bits = bits
        }

        func mayContain(_ hash: UInt64) -> Bool {
            let (first, second) = WordFilters.positions(hash, bits.count)
            return bits[first >> 6] & 1 << UInt64(first & 63) != 0 && bits[second >> 6] & 1 << UInt64(second & 63) != 0
        }
    }

    private static let seed: UInt64 = 0xCBF2_9CE4_8422_2325
    private static let prime: UInt64 = 0x100_0000_01B3
    private static let isWordByte: [Bool] = (0...255).map { byte in
        switch UInt8(byte) {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...0xFF:
            true
        default: false
        }
    }

    private let filters: [Filter]

    init(_ files: [[UInt8]]) {
        filters = ParallelWork.map(files) { Filter($0) }
    }

    /// Returns the two bits of a word.
    private static func positions(_ hash: UInt64, _ words: Int) -> (Int, Int) {
        let mixed = hash ^ hash >> 32
        let mask = words * 64 - 1
        return (Int(mixed & 0x7FFF_FFFF) & mask, Int(mixed >> 31 & 0x7FFF_FFFF) & mask)
    }

    private static func set(_ hash: UInt64, in bits: UnsafeMutableBufferPointer<UInt64>) {
        let (first, second) = positions(hash, bits.count)
        bits[first >> 6] |= 1 << UInt64(first & 63)
        bits[second >> 6] |= 1 << UInt64(second & 63)
    }

    /// Returns the files that may contain one of the words.
    func files(with words: [String]) -> [Int] {
        let hashes = words.map { $0.utf8.reduce(Self.seed) { ($0 ^ UInt64($1)) &* Self.prime } }
        return filters.indices.filter { index in hashes.contains { filters[index].mayContain($0) } }
    }
}
