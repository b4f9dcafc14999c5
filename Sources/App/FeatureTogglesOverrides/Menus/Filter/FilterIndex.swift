#if OVERRIDES
package import FeatureToggles

/// The keys and descriptions of all toggles, in a form that is fast to search.
package struct FilterIndex: Sendable {
    /// The locations of a toggle's texts, and the sets of letters in them.
    package struct Entry: Sendable {
        package let keyLetters: UInt64
        package let textLetters: UInt64
        private let ends: (UInt32, UInt32, UInt32, UInt32)

        init(key: Range<Int>, text: Range<Int>, keyLetters: UInt64, textLetters: UInt64) {
            self.keyLetters = keyLetters
            self.textLetters = textLetters
            // Half the size of `Range<Int>`, because there is an entry for each toggle.
            ends = (
                UInt32(truncatingIfNeeded: key.lowerBound), UInt32(truncatingIfNeeded: key.upperBound),
                UInt32(truncatingIfNeeded: text.lowerBound), UInt32(truncatingIfNeeded: text.upperBound)
            )
        }

        @inline(__always)
        var key: Range<Int> { Range(uncheckedBounds: (Int(ends.0), Int(ends.1))) }

        @inline(__always)
        var text: Range<Int> { Range(uncheckedBounds: (Int(ends.2), Int(ends.3))) }
    }

    private let entries: [Entry]
    /// The letters and digits of the keys; the first byte of each word has its highest bit set.
    private let keys: [UInt8]
    private let texts: [UInt8]

    /// - Complexity: O(*n*) in the length of all keys and descriptions.
    package init(_ toggles: [ToggleDefinition]) {
        var entries: [Entry] = []
        entries.reserveCapacity(toggles.count)
        var keys: [UInt8] = []
        keys.reserveCapacity(24 * toggles.count)
        var texts: [UInt8] = []
        texts.reserveCapacity(64 * toggles.count)
        for toggle in toggles {
            let keyStart = keys.count
            var keyLetters: UInt64 = 0
            var isStart = true
            var key = toggle.key
            key.withUTF8 { bytes in
                for byte in bytes {
                    let folded = Self.fold(byte)
                    guard folded < 0x80, Self.isWordByte(folded) else {
                        isStart = true
                        continue
                    }
                    keys.append(isStart ? folded | 0x80 : folded)
                    keyLetters |= Self.letter(folded)
                    isStart = false
                }
            }
            let textStart = texts.count
            var textLetters: UInt64 = 0
            if var description = toggle.details?.description {
                let isPlain = description.withUTF8 { bytes in
                    var all: UInt8 = 0
                    for byte in bytes {
                        all |= byte
                        textLetters |= Self.letter(Self.fold(byte))
                    }
                    guard all < 0x80 else { return false }
                    texts.append(contentsOf: bytes)
                    return true
                }
                if !isPlain {
                    let folded = Self.folded(description)
                    texts += folded
                    textLetters = Self.letters(folded)
                }
            }
            entries.append(
                Entry(
                    key: keyStart..<keys.count,
                    text: textStart..<texts.count,
                    keyLetters: keyLetters,
                    textLetters: textLetters
                )
            )
        }
        self.entries = entries
        self.keys = keys
        for index in texts.indices { texts[index] = Self.fold(texts[index]) }
        self.texts = texts
    }

    /// Returns the candidates that contain every word, best matches first.
    ///
    /// - Parameters:
    ///   - words: The words to search for. Without words, every candidate matches.
    ///   - candidates: The indices of the toggles to search. Equally good matches keep this order.
    ///   - isInValue: Whether a toggle's value contains a word, for toggles whose other texts don't.
    /// - Returns: The matching indices, once by rank and once in the order of the candidates.
    /// - Complexity: O(*n*) in the length of the candidates' texts, for each word.
    package func matches(
        _ words: [FilterWord],
        among candidates: [Int],
        orInValue isInValue: (FilterWord, Int) -> Bool = { _, _ in false }
    ) -> (ranked: [Int], inOrder: [Int]) {
        let matchers = words.map { (FilterMatcher($0), $0) }
        var found: [(index: Int32, distance: UInt8)] = []
        found.reserveCapacity(candidates.count)
        var counts = [Int](repeating: 0, count: 256)
        entries.withUnsafeBufferPointer { entries in
            keys.withUnsafeBufferPointer { keys in
                texts.withUnsafeBufferPointer { texts in
                    search: for index in candidates where index < entries.count {
                        var total: UInt8 = 0
                        for (matcher, word) in matchers {
                            var distance = matcher.distance(entries[index], keys: keys, texts: texts)
                            if distance == nil, isInValue(word, index) { distance = FilterMatcher.distanceOfValue }
                            guard (distance == nil) == word.isNegated else { continue search }
                            if let distance { total = max(total, distance) }
                        }
                        found.append((Int32(truncatingIfNeeded: index), total))
                        counts[Int(total)] += 1
                    }
                }
            }
        }
        var starts = [Int](repeating: 0, count: 256)
        for distance in 1..<256 { starts[distance] = starts[distance - 1] + counts[distance - 1] }
        let ranked = [Int](unsafeUninitializedCapacity: found.count) { buffer, count in
            count = found.count
            for (index, distance) in found {
                buffer[starts[Int(distance)]] = Int(index)
                starts[Int(distance)] += 1
            }
        }
        return (ranked, found.map { Int($0.index) })
    }

    /// Returns the text in lowercase as UTF-8.
    package static func folded(_ text: String) -> [UInt8] {
        let bytes = text.utf8
        if bytes.allSatisfy({ $0 < 0x80 }) { return bytes.map(fold) }
        return Array(text.lowercased().utf8)
    }

    /// Returns whether a byte is part of a word: a letter, a digit, or part of a non-ASCII character.
    @inline(__always)
    package static func isWordByte(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
    }

    /// Returns a bit set with one bit for each byte value that occurs.
    package static func letters(_ bytes: [UInt8]) -> UInt64 { bytes.reduce(0) { $0 | letter($1) } }

    @inline(__always)
    private static func letter(_ byte: UInt8) -> UInt64 { 1 << UInt64(byte & 63) }

    @inline(__always)
    private static func fold(_ byte: UInt8) -> UInt8 { byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte }
}
#endif
