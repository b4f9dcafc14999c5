import FeatureToggles
import ToggleBase

/// Finds a string in a long list of a document, with a table of positions by hash in the document's memory.
///
/// Rules that list thousands of users are evaluated at each read, and a linear search would take microseconds.
struct TextTable {
    /// Shorter lists are searched linearly.
    static let minimumCount = 16
    /// The maximum number of probes for a string; a list crafted to have colliding hashes gets no table.
    private static let maximumProbes = 64

    /// Positions plus one, or zero for a free slot; the number of slots is a power of two, and half of them are free.
    private let slots: UnsafeBufferPointer<UInt32>

    /// Creates the table of a list, or returns `nil` if the list is short or contains values other than strings.
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

    /// Creates the table from the value stored in a node.
    init(_ value: FlatValue) {
        let bytes = UnsafeRawBufferPointer(value.bytes)
        slots = bytes.bindMemory(to: UInt32.self)
    }

    /// The table as the value stored in a node.
    var value: FlatValue { FlatValue(string: UnsafeRawBufferPointer(slots).bindMemory(to: UInt8.self)) }

    /// Whether a string is in the list from which the table was created.
    func contains(_ text: FlatValue, of list: UnsafeBufferPointer<FlatValue>) -> Bool {
        slot(of: text, in: list).map { slots[$0] != 0 } ?? false
    }

    /// Returns the slot of a string, or the free slot to insert it in, or `nil` after too many probes.
    private func slot(of text: FlatValue, in list: UnsafeBufferPointer<FlatValue>) -> Int? {
        var slot = Int(FlatBytes.hash(text.bytes))
        for _ in 0..<Self.maximumProbes {
            slot &= slots.count - 1
            guard slots[slot] != 0 else { return slot }
            let other = list[Int(slots[slot]) - 1]
            if other.count == text.count, FlatBytes.areEqual(other.bytes, text.bytes) { return slot }
            slot += 1
        }
        return nil
    }
}
