/// What follows `toggles` in a comment that is to suppress a rule: `:ignore`, or what people write for it.
struct SuppressionWord {
    /// The length in bytes.
    let length: Int
    /// Whether it is written as it has to be.
    let isExact: Bool

    private static let words = ["ignore", "ignored", "disable", "suppress", "allow"].map { Array($0.utf8) }

    /// Reads what stands behind `toggles`.
    ///
    /// - Returns: `nil` when it is something else.
    init?(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        var place = offset
        func skipSpaces() {
            while place < bytes.endIndex, place - offset < 8, bytes[place] == UInt8(ascii: " ") { place += 1 }
        }
        skipSpaces()
        guard place < bytes.endIndex, bytes[place] == UInt8(ascii: ":") else { return nil }
        place += 1
        skipSpaces()
        let word = bytes.dropFirst(place).prefix(16).prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }
        guard Self.words.contains(where: { $0.elementsEqual(word.lazy.map { $0 | 0x20 }) }) else { return nil }
        length = place - offset + word.count
        isExact = bytes[offset..<place].count == 1 && word.elementsEqual("ignore".utf8)
    }
}
