import ToggleBase

/// A set of words, with a search of bytes that is faster than reading them from a disk.
///
/// Each byte of a file is read once. A word is compared only if its first byte and its length occur in the table.
struct WordTable: Sendable {
    /// The bytes of words: letters, digits, the underscore, and all non-ASCII bytes.
    private static let wordBytes: [Bool] = (0...255).map { byte in
        switch UInt8(byte) {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...0xFF:
            true
        default: false
        }
    }

    /// The prefix of toggles' environment variables.
    static let variablePrefix = Array("TOGGLE_".utf8)

    /// The lengths, up to 63, of words with each first byte, as bits.
    private var lengths = [UInt64](repeating: 0, count: 256)
    /// The indices of words by the low bits of their hash; -1 for an empty slot.
    private var slots: [Int32]
    private let mask: Int
    /// The bytes of all words, concatenated.
    private var text: [UInt8] = []
    /// The start of each word in the text, and the end of the last one.
    private var starts: [Int] = [0]

    init(_ words: [String]) {
        var size = 64
        while size < words.count * 4 { size *= 2 }
        slots = [Int32](repeating: -1, count: size)
        mask = size - 1
        for (index, word) in words.enumerated() {
            let bytes = Array(word.utf8)
            text += bytes
            starts.append(text.count)
            guard let first = bytes.first else { continue }
            lengths[Int(first)] |= 1 << UInt64(min(bytes.count, 63))
            var slot = bytes.withUnsafeBufferPointer { Int(truncatingIfNeeded: Self.hash($0, 0, bytes.count)) & mask }
            while slots[slot] >= 0 { slot = (slot + 1) & mask }
            slots[slot] = Int32(index)
        }
        lengths[Int(Self.variablePrefix[0])] |= ~0 << UInt64(Self.variablePrefix.count + 1)
    }

    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> UInt64 {
        let hash = ContentHash.adding(UnsafeBufferPointer(rebasing: bytes[start..<end]), to: ContentHash.empty)
        return hash ^ hash >> 29
    }

    /// Returns every occurrence of one of the words as a whole word.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    func hits(in bytes: UnsafeBufferPointer<UInt8>) -> [WordHit] {
        var hits: [WordHit] = []
        Self.wordBytes.withUnsafeBufferPointer { isWord in
            lengths.withUnsafeBufferPointer { lengths in
                slots.withUnsafeBufferPointer { slots in
                    text.withUnsafeBufferPointer { text in
                        let count = bytes.count
                        var index = 0
                        while index < count {
                            while index < count, !isWord[Int(bytes[index])] { index &+= 1 }
                            let start = index
                            while index < count, isWord[Int(bytes[index])] { index &+= 1 }
                            let length = index &- start
                            guard length > 0,
                                lengths[Int(bytes[start])] & (1 &<< UInt64(min(length, 63))) != 0
                            else { continue }
                            if let word = find(bytes, start, index, slots, text) {
                                hits.append(WordHit(offset: start, length: length, word: word))
                            }
                        }
                    }
                }
            }
        }
        return hits
    }

    private func find(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ start: Int,
        _ end: Int,
        _ slots: UnsafeBufferPointer<Int32>,
        _ text: UnsafeBufferPointer<UInt8>
    ) -> Int? {
        var slot = Int(truncatingIfNeeded: Self.hash(bytes, start, end)) & mask
        while slots[slot] >= 0 {
            let word = Int(slots[slot])
            let from = starts[word]
            if starts[word + 1] - from == end - start, Self.areEqual(bytes, start, text, from, end - start) {
                return word
            }
            slot = (slot + 1) & mask
        }
        let prefix = Self.variablePrefix
        guard end - start > prefix.count else { return nil }
        var index = 0
        while index < prefix.count {
            if bytes[start + index] != prefix[index] { return nil }
            index += 1
        }
        return -1
    }

    private static func areEqual(
        _ left: UnsafeBufferPointer<UInt8>,
        _ leftStart: Int,
        _ right: UnsafeBufferPointer<UInt8>,
        _ rightStart: Int,
        _ count: Int
    ) -> Bool {
        var index = 0
        while index < count {
            if left[leftStart + index] != right[rightStart + index] { return false }
            index += 1
        }
        return true
    }
}
