import FeatureToggles

/// Finds a text in a long list of a document: a table of positions by hash, in the document's memory.
///
/// Rules that name thousands of people are asked at each read; comparing with one after the other would take microseconds.
struct TextTable {
    /// Shorter lists are looked through.
    static let minimumCount = 16
    /// How many texts may be in the way of one: lists that were made to have the same hashes get no table.
    private static let longestWay = 64

    /// Positions plus one, or zero where nothing is; their number is a power of two, and half of them are free.
    private let slots: UnsafeBufferPointer<UInt32>

    /// Creates the table of a list; `nil` for a short one, and for one that has other values than texts in it.
    init?(of list: UnsafeBufferPointer<FlatValue>, in arena: FlatArena) {
        guard list.count >= Self.minimumCount, list.allSatisfy({ $0.kind == .string }) else { return nil }
        var size = 32
        while size < 2 * list.count { size *= 2 }
        let slots = arena.room(for: size, of: UInt32.self)
        slots.update(repeating: 0)
        self.slots = UnsafeBufferPointer(slots)
        for (position, text) in list.enumerated() {
            guard let slot = slot(of: text, in: list) else { return nil }
            slots[slot] = UInt32(position + 1)
        }
    }

    /// The table that a node keeps.
    init(_ value: FlatValue) {
        let bytes = UnsafeRawBufferPointer(value.bytes)
        slots = bytes.bindMemory(to: UInt32.self)
    }

    /// The table as a node keeps it.
    var value: FlatValue { FlatValue(string: UnsafeRawBufferPointer(slots).bindMemory(to: UInt8.self)) }

    /// Whether a text is in the list that the table was made of.
    func contains(_ text: FlatValue, of list: UnsafeBufferPointer<FlatValue>) -> Bool {
        slot(of: text, in: list).map { slots[$0] != 0 } ?? false
    }

    /// Where a text is, or belongs; `nil` when too many others are in the way.
    private func slot(of text: FlatValue, in list: UnsafeBufferPointer<FlatValue>) -> Int? {
        var slot = Int(FlatBytes.hash(text.bytes))
        for _ in 0..<Self.longestWay {
            slot &= slots.count - 1
            guard slots[slot] != 0 else { return slot }
            let other = list[Int(slots[slot]) - 1]
            if other.count == text.count, FlatBytes.areEqual(other.bytes, text.bytes) { return slot }
            slot += 1
        }
        return nil
    }
}
