import FeatureToggles

/// Finds flags by key: a table of positions, by hash, with open addressing.
struct FlagIndex {
    /// Positions plus one; zero where nothing is.
    private var slots: [UInt32]

    /// Creates an index for so many flags.
    init(capacity: Int) {
        var size = 4
        while size < 2 * capacity { size *= 2 }
        slots = Array(repeating: 0, count: size)
    }

    /// The position of a key, or `nil`.
    func position(of key: FlatString, keyAt: (Int) -> FlatString) -> Int? {
        let slot = slot(of: key, keyAt: keyAt)
        return slots[slot] == 0 ? nil : Int(slots[slot]) - 1
    }

    /// Adds a key that stands at a position, unless it is there already.
    ///
    /// - Returns: The position of the one that is there already, or `nil`.
    mutating func insert(_ key: FlatString, at position: Int, keyAt: (Int) -> FlatString) -> Int? {
        let slot = slot(of: key, keyAt: keyAt)
        if slots[slot] != 0 { return Int(slots[slot]) - 1 }
        slots[slot] = UInt32(position) + 1
        return nil
    }

    /// The slot of a key, or the free one where it belongs.
    private func slot(of key: FlatString, keyAt: (Int) -> FlatString) -> Int {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: key.hash) & mask
        // At least half of the slots are free, so that this ends.
        while slots[slot] != 0, keyAt(Int(slots[slot]) - 1) != key { slot = (slot + 1) & mask }
        return slot
    }
}
