/// An occurrence of a word in a file.
struct WordHit: Sendable {
    /// The offset of its first byte.
    var offset: Int
    /// The number of its bytes.
    var length: Int
    /// The word's index in the table; -1 for a word that only has the prefix of a toggle's environment variable.
    var word: Int

    /// The offset after its last byte.
    var end: Int { offset + length }

    /// The range of its bytes.
    var range: Range<Int> { offset..<end }
}
