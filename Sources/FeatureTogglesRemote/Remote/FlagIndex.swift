import FeatureToggles

/// Finds names: a table of positions, by hash, with open addressing.
///
/// The hash of a ``FlatString`` is fast and no secret. Where many names have the same one, as only names do that were made for
/// that, the table goes over to the hash of the standard library.
struct FlagIndex {
    /// How many names may be in the way of one.
    private static let longestWay = 64

    /// Positions plus one; zero where nothing is.
    private var slots: [UInt32]
    private var usesHasher = false

    /// Creates an index for so many names.
    init(capacity: Int) {
        var size = 4
        while size < 2 * capacity { size *= 2 }
        slots = Array(repeating: 0, count: size)
    }

    /// The position of a name, or `nil`.
    func position(of key: FlatString, keyAt: (Int) -> FlatString) -> Int? {
        let slot = slot(of: key, keyAt: keyAt).slot
        return slots[slot] == 0 ? nil : Int(slots[slot]) - 1
    }

    /// Adds a name that stands at a position, unless it is there already.
    ///
    /// - Returns: The position of the one that is there already, or `nil`.
    mutating func insert(_ key: FlatString, at position: Int, keyAt: (Int) -> FlatString) -> Int? {
        let (slot, way) = slot(of: key, keyAt: keyAt)
        if slots[slot] != 0 { return Int(slots[slot]) - 1 }
        slots[slot] = UInt32(position) + 1
        if way > Self.longestWay, !usesHasher { useHasher(keyAt: { $0 == position ? key : keyAt($0) }) }
        return nil
    }

    private mutating func useHasher(keyAt: (Int) -> FlatString) {
        let entries = slots.filter { $0 != 0 }
        usesHasher = true
        for index in slots.indices { slots[index] = 0 }
        for entry in entries {
            let slot = slot(of: keyAt(Int(entry) - 1), keyAt: keyAt).slot
            slots[slot] = entry
        }
    }

    /// The slot of a name, or the free one where it belongs, and how many others were in the way.
    private func slot(of key: FlatString, keyAt: (Int) -> FlatString) -> (slot: Int, way: Int) {
        let mask = slots.count - 1
        var slot = hash(of: key) & mask
        var way = 0
        // At least half of the slots are free, so that this ends.
        while slots[slot] != 0, keyAt(Int(slots[slot]) - 1) != key {
            slot = (slot + 1) & mask
            way += 1
        }
        return (slot, way)
    }

    private func hash(of key: FlatString) -> Int {
        guard usesHasher else { return Int(truncatingIfNeeded: key.hash) }
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(key.bytes))
        return hasher.finalize()
    }
}
