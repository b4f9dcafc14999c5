/// Determines quickly which files may contain a word.
///
/// Each file has a Bloom filter of its words, and of the names after `func` and `typealias`, so that a search reads only
/// a few of the files.
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
                        let keywords = WordFilters.keywords
                        var keyword: UInt64?
                        var isInWord = false
                        func endWord(before byte: UInt8?) {
                            WordFilters.set(hash, in: bits)
                            if let keyword { WordFilters.set(WordFilters.combined(keyword, hash), in: bits) }
                            keyword = byte == 0x20 && (hash == keywords.0 || hash == keywords.1) ? hash : nil
                            hash = WordFilters.seed
                            isInWord = false
                        }
                        for byte in bytes {
                            if isWord[Int(byte)] {
                                hash = (hash ^ UInt64(byte)) &* WordFilters.prime
                                isInWord = true
                            } else if isInWord {
                                endWord(before: byte)
                            } else {
                                keyword = nil
                            }
                        }
                        if isInWord { endWord(before: nil) }
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

    /// The hashes of the keywords whose names are in the filters, too.
    private static let keywords: (UInt64, UInt64) = (hash("func"), hash("typealias"))

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

    private static func hash(_ word: String) -> UInt64 {
        word.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* prime }
    }

    private static func combined(_ keyword: UInt64, _ name: UInt64) -> UInt64 { (keyword ^ name) &* prime }

    /// Returns the files that may contain one of the words.
    ///
    /// - Parameters:
    ///   - words: The words.
    ///   - keyword: `func` or `typealias` if it is in front of the word, followed by one blank.
    /// - Returns: The files in ascending order.
    func files(with words: [String], after keyword: String? = nil) -> [Int] {
        let keyword = keyword.map(Self.hash)
        let hashes = words.map(Self.hash).map { hash in keyword.map { Self.combined($0, hash) } ?? hash }
        return filters.indices.filter { index in hashes.contains { filters[index].mayContain($0) } }
    }
}
