/// Finds toggles by their keys: a hash table from keys to positions.
///
/// It is made at every start, for tools of thousands of toggles; a dictionary takes ten times as long.
struct ToggleKeyIndex: Sendable {
    /// The upper half of the key's hash and the position with 1 added; 0 where nothing is.
    private var slots: [UInt64]
    private var mask: Int { slots.count - 1 }

    /// Creates an index without keys.
    ///
    /// - Parameter capacity: How many keys it can take.
    init(capacity: Int) {
        var count = 4
        while count < capacity * 2 { count *= 2 }
        slots = Array(repeating: 0, count: count)
    }

    /// The position of a key, or `nil` when it is not in here.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - keyAt: Answers the key at a position.
    /// - Returns: The position.
    func position(of key: String, keyAt: (Int) -> String) -> Int? {
        let hash = Self.hash(key)
        var slot = Int(truncatingIfNeeded: hash) & mask
        // Less than half of the slots are used, so this ends.
        while slots[slot] != 0 {
            if let position = position(in: slots[slot], hash), keyAt(position) == key { return position }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// Adds a key, unless it is in here.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - position: Its position. Not more keys than the capacity are added.
    ///   - keyAt: Answers the key at a position.
    /// - Returns: The position of the same key that is in here already, or `nil` when it was added.
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

    /// FNV-1a, 64 bits; keys that are equal as texts are equal in their bytes, as they are ASCII.
    private static func hash(_ key: String) -> UInt64 {
        var hash = ToggleIdentifier.offset
        ToggleIdentifier.add(key, to: &hash)
        return hash ^ hash >> 29
    }
}

/// Identifiers that were met already.
struct ToggleIdentifierSet {
    private var slots: [UInt64]

    /// Creates an empty set that can take so many.
    init(capacity: Int) {
        var count = 4
        while count < capacity * 2 { count *= 2 }
        slots = Array(repeating: 0, count: count)
    }

    /// Adds an identifier and answers whether it was not in here.
    ///
    /// 0, which is none, never is.
    mutating func insert(_ identifier: UInt64) -> Bool {
        guard identifier != 0 else { return true }
        // The low bits are the type's.
        var slot = Int(truncatingIfNeeded: identifier >> 4) & (slots.count - 1)
        while slots[slot] != 0 {
            if slots[slot] == identifier { return false }
            slot = (slot + 1) & (slots.count - 1)
        }
        slots[slot] = identifier
        return true
    }
}
