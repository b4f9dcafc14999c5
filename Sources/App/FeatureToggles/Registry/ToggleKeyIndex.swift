import ToggleBase

/// A hash table from keys to positions, which finds toggles by key.
///
/// It is created at every start, including that of tools with thousands of toggles. A dictionary takes ten times as
/// long.
struct ToggleKeyIndex: Sendable {
    /// The upper half of the key's hash and the position plus 1, or 0 for an empty slot.
    private var slots: [UInt64]
    private var mask: Int { slots.count - 1 }

    /// Creates an index without keys.
    ///
    /// - Parameter capacity: The maximum number of keys.
    init(capacity: Int) {
        var count = 4
        while count < capacity * 2 { count *= 2 }
        slots = Array(repeating: 0, count: count)
    }

    /// Returns the position of a key, or `nil` if the index doesn't contain it.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - keyAt: Returns the key at a position.
    /// - Returns: The position.
    func position(of key: String, keyAt: (Int) -> String) -> Int? {
        let hash = Self.hash(key)
        var slot = Int(truncatingIfNeeded: hash) & mask
        // At most half of the slots are used, so this loop ends.
        while slots[slot] != 0 {
            if let position = position(in: slots[slot], hash), keyAt(position) == key { return position }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// Adds a key, unless the index contains it.
    ///
    /// - Parameters:
    ///   - key: The key. The number of keys must not exceed the capacity.
    ///   - position: Its position.
    ///   - keyAt: Returns the key at a position.
    /// - Returns: The position of the same key if the index contains it, or `nil` if the key was added.
    mutating func insert(_ key: String, at position: Int, keyAt: (Int) -> String) -> Int? {
        let hash = Self.hash(key)
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 {
            if let present = self.position(in: slots[slot], hash), keyAt(present) == key { return present }
            slot = (slot + 1) & mask
        }
        slots[slot] = hash & ~0xFFFF_FFFF | UInt64(UInt32(truncatingIfNeeded: position + 1))
        return nil
    }

    private func position(in slot: UInt64, _ hash: UInt64) -> Int? {
        slot >> 32 == hash >> 32 ? Int(slot & 0xFFFF_FFFF) - 1 : nil
    }

    /// Returns the 64-bit FNV-1a hash; keys are ASCII, so equal strings have equal bytes.
    private static func hash(_ key: String) -> UInt64 {
        var hash = ContentHash.empty
        ToggleIdentifier.add(key, to: &hash)
        return hash ^ hash >> 29
    }
}
