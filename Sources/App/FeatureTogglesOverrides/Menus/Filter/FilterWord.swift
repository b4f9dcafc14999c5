#if OVERRIDES
import FeatureToggles
import ToggleBase

/// A search word in the forms used for keys and descriptions.
///
/// In keys, other letters may come between those of the word, and `_` and case are ignored: both `nwchk` and
/// `newCheckout` find `new_checkout`. In descriptions, the letters must be adjacent, or continue at the start of a later
/// word: `onech` finds “One-page checkout”. In values, they must be adjacent.
package struct FilterWord: Hashable, Sendable {
    /// The maximum length of a word in bytes; the rest is ignored.
    package static let maximumLength = 63

    /// The word as typed.
    package let text: String
    /// Whether the word must not occur.
    package let isNegated: Bool
    /// The letters and digits to search for in keys.
    package let keyBytes: [UInt8]
    /// The bytes to search for in descriptions.
    package let textBytes: [UInt8]

    package init(_ text: String, isNegated: Bool = false) {
        self.text = text
        self.isNegated = isNegated
        let folded = Array(FilterIndex.folded(text).prefix(Self.maximumLength))
        textBytes = folded
        keyBytes = folded.filter { FilterIndex.isWordByte($0) }
    }
}

/// A search word prepared for matching many toggles.
struct FilterMatcher {
    private let word: FilterWord
    private let keyLetters: UInt64
    private let textLetters: UInt64
    /// The positions at which each byte occurs in the word, as a bit set.
    private let places: [UInt64]

    init(_ word: FilterWord) {
        self.word = word
        keyLetters = FilterIndex.letters(word.keyBytes)
        textLetters = FilterIndex.letters(word.textBytes)
        var places = [UInt64](repeating: 0, count: 256)
        for (index, byte) in word.textBytes.enumerated() { places[Int(byte)] |= 1 << UInt64(index) }
        self.places = places
    }

    /// The distance of a toggle of which only the value contains the word.
    static let distanceOfValue: UInt8 = 255

    /// Returns the distance of a toggle from the word, from 0 to 223, or `nil` if it doesn't match.
    ///
    /// | from | the key |
    /// |---|---|
    /// | 0 | is the word |
    /// | 32 | begins with it |
    /// | 64 | contains it at the beginning of one of its words |
    /// | 96 | contains its letters at the beginnings of its words |
    /// | 128 | contains it somewhere |
    /// | 160 | contains its letters in this order |
    /// | 192 | doesn't match, but the description does |
    ///
    /// Shorter keys rank first.
    func distance(_ entry: FilterIndex.Entry, keys: UnsafeBufferPointer<UInt8>, texts: UnsafeBufferPointer<UInt8>)
        -> UInt8?
    {
        let length = UInt8(min(31, entry.key.count / 2))
        if keyLetters & ~entry.keyLetters == 0, let tier = keyTier(keys, entry.key) { return tier * 32 + length }
        if textLetters & ~entry.textLetters == 0, isInText(texts, entry.text) { return 192 + length }
        return nil
    }

    private func keyTier(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> UInt8? {
        word.keyBytes.withUnsafeBufferPointer { pattern in
            guard !pattern.isEmpty else { return word.textBytes.isEmpty ? 5 : nil }
            guard pattern.count <= range.count else { return nil }
            var matched = 0
            for index in range where bytes[index] & 0x7F == pattern[matched] {
                matched += 1
                if matched == pattern.count { break }
            }
            guard matched == pattern.count else { return nil }
            var best: UInt8 = 5
            for start in range.lowerBound...(range.upperBound - pattern.count) where bytes[start] & 0x7F == pattern[0] {
                guard (1..<pattern.count).allSatisfy({ bytes[start + $0] & 0x7F == pattern[$0] }) else { continue }
                if start == range.lowerBound { return pattern.count == range.count ? 0 : 1 }
                best = min(best, bytes[start] & 0x80 != 0 ? 2 : 4)
            }
            return best > 3 && hasInitials(bytes, range, pattern) ? 3 : best
        }
    }

    private func hasInitials(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ range: Range<Int>,
        _ pattern: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        // Bit n is set if the first n + 1 bytes of the pattern match and the last of them matched at the current byte
        // (in `adjacent`) or at any byte so far (in `waiting`).
        var adjacent: UInt64 = 0
        var waiting: UInt64 = 0
        let end: UInt64 = 1 << UInt64(pattern.count - 1)
        for index in range {
            let byte = bytes[index] & 0x7F
            let isStart = bytes[index] & 0x80 != 0
            var next = adjacent << 1
            if isStart { next |= waiting << 1 | 1 }
            var result: UInt64 = 0
            while next != 0 {
                let place = next.trailingZeroBitCount
                next &= next - 1
                if place < pattern.count, pattern[place] == byte { result |= 1 << UInt64(place) }
            }
            adjacent = result
            waiting |= result
            if result & end != 0 { return true }
        }
        return false
    }

    private func isInText(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        let count = word.textBytes.count
        guard count > 0, count <= range.count else { return false }
        return places.withUnsafeBufferPointer { places in
            var adjacent: UInt64 = 0
            var waiting: UInt64 = 0
            var isStart = true
            let end: UInt64 = 1 << UInt64(count - 1)
            for index in range {
                let byte = bytes[index]
                adjacent = (adjacent << 1 | 1 | (isStart ? waiting << 1 : 0)) & places[Int(byte)]
                if adjacent & end != 0 { return true }
                waiting |= adjacent
                isStart = !FilterIndex.isWordByte(byte)
            }
            return false
        }
    }
}

extension FilterWord {
    /// Returns whether a value contains the word; `on` and `off` only begin with it.
    func isIn(_ value: JSONValue) -> Bool {
        if case .bool(let isOn) = value { return (isOn ? "on" : "off").utf8.starts(with: textBytes) }
        return !textBytes.isEmpty && FilterIndex.folded(value.plainText).contains(bytes: textBytes)
    }

    /// Returns the offsets of the bytes of a key that match the word, empty if none do.
    package func places(inKey key: String) -> [Int] {
        guard !isNegated, !keyBytes.isEmpty else { return [] }
        let bytes = FilterIndex.folded(key)
        let letters = bytes.indices.filter { FilterIndex.isWordByte(bytes[$0]) }
        guard keyBytes.count <= letters.count else { return [] }
        // Prefer adjacent letters.
        for start in 0...(letters.count - keyBytes.count)
        where keyBytes.indices.allSatisfy({ bytes[letters[start + $0]] == keyBytes[$0] }) {
            return Array(letters[start..<start + keyBytes.count])
        }
        var found: [Int] = []
        for letter in letters where found.count < keyBytes.count && bytes[letter] == keyBytes[found.count] {
            found.append(letter)
        }
        return found.count == keyBytes.count ? found : []
    }
}
#endif
