import FeatureToggles
import ToggleBase

/// A hash table from names to positions, with open addressing.
///
/// The hash of a ``FlatString`` is fast but not secret. If many names collide, which only happens when they are crafted
/// to, the table switches to the standard library's hash.
struct FlagIndex {
    /// The number of probes after which the table switches to the standard library's hash.
    private static let maximumProbes = 64

    /// Positions plus one; zero marks a free slot.
    private var slots: [UInt32]
    private var usesHasher = false

    /// Creates an index for the given number of names.
    init(capacity: Int) {
        var size = 4
        while size < 2 * capacity { size *= 2 }
        slots = Array(repeating: 0, count: size)
    }

    /// Returns the position of a name, or `nil` if the index doesn't contain it.
    func position(of key: FlatString, keyAt: (Int) -> FlatString) -> Int? {
        let slot = slot(of: key, keyAt: keyAt).slot
        return slots[slot] == 0 ? nil : Int(slots[slot]) - 1
    }

    /// Inserts a name with its position, unless the index already contains it.
    ///
    /// - Returns: The position of the name if the index already contains it, otherwise `nil`.
    mutating func insert(_ key: FlatString, at position: Int, keyAt: (Int) -> FlatString) -> Int? {
        let (slot, probes) = slot(of: key, keyAt: keyAt)
        if slots[slot] != 0 { return Int(slots[slot]) - 1 }
        slots[slot] = UInt32(position) + 1
        if probes > Self.maximumProbes, !usesHasher { useHasher(keyAt: { $0 == position ? key : keyAt($0) }) }
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

    /// Returns the slot of a name, or the free slot to insert it in, and the number of occupied slots probed before it.
    private func slot(of key: FlatString, keyAt: (Int) -> FlatString) -> (slot: Int, probes: Int) {
        let mask = slots.count - 1
        var slot = hash(of: key) & mask
        var probes = 0
        // At least half of the slots are free, so the loop terminates.
        while slots[slot] != 0, keyAt(Int(slots[slot]) - 1) != key {
            slot = (slot + 1) & mask
            probes += 1
        }
        return (slot, probes)
    }

    private func hash(of key: FlatString) -> Int {
        guard usesHasher else { return Int(truncatingIfNeeded: key.hash) }
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(key.bytes))
        return hasher.finalize()
    }
}
