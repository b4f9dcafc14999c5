/// A set of a policy's entries, by their indices.
struct EntrySet: Hashable, Sendable {
    private var words: [UInt64]

    /// Creates an empty set for a number of entries.
    init(count: Int) {
        words = [UInt64](repeating: 0, count: (count + 63) / 64)
    }

    /// Creates a set of some entries.
    init(_ indices: some Sequence<Int>, count: Int) {
        self.init(count: count)
        for index in indices { insert(index) }
    }

    mutating func insert(_ index: Int) { words[index / 64] |= 1 << UInt64(index % 64) }

    mutating func remove(_ index: Int) { words[index / 64] &= ~(1 << UInt64(index % 64)) }

    /// Returns the first entry that is in all three sets, or `nil` if there is none.
    ///
    /// - Complexity: O(*n* / 64) in the number of entries.
    func first(in other: EntrySet, and another: EntrySet) -> Int? {
        for index in words.indices {
            let common = words[index] & other.words[index] & another.words[index]
            if common != 0 { return index * 64 + common.trailingZeroBitCount }
        }
        return nil
    }
}
