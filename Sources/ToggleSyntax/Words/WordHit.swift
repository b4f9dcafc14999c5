/// A word that was looked for, where it stands in a file.
struct WordHit: Sendable {
    /// The offset of its first byte.
    var offset: Int
    /// The number of its bytes.
    var length: Int
    /// Its index in the table; -1 for a word that only begins like an environment variable of a toggle.
    var word: Int

    /// The offset behind its last byte.
    var end: Int { offset + length }

    /// Its bytes.
    var range: Range<Int> { offset..<end }
}
