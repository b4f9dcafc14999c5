#if OVERRIDES
import ToggleBase

/// The toggles of a state file, each of which is decoded when it is needed.
struct StateFileToggles: Sendable {
    private enum Content: Sendable {
        case text([UInt8], [StateFileScan.Element])
        case decoded([StateFile.Toggle])
    }

    private let content: Content
    /// A hash table of the toggles' indices plus 1 by their keys; 0 for a free slot.
    ///
    /// Its size is a power of two, and at least half of the slots are free.
    private let slots: [Int32]

    /// Refers to toggles in a text.
    ///
    /// - Complexity: O(*n*) in the number of toggles.
    init(_ elements: [StateFileScan.Element], in text: [UInt8]) {
        content = .text(text, elements)
        slots = text.withUnsafeBytes { text in
            Self.slots(elements.count) { Self.hash(UnsafeRawBufferPointer(rebasing: text[elements[$0].keyRange])) }
        }
    }

    /// Uses toggles that are already decoded.
    init(_ toggles: [StateFile.Toggle]) {
        content = .decoded(toggles)
        slots = Self.slots(toggles.count) { Self.hash(toggles[$0].key) }
    }

    /// All toggles in order.
    ///
    /// - Complexity: O(*n*) in the number of toggles, all of which are decoded.
    var all: [StateFile.Toggle] {
        switch content {
        case .text(let text, let elements): elements.compactMap { Self.toggle(text[$0.range]) }
        case .decoded(let toggles): toggles
        }
    }

    /// The keys of all toggles, in order, including toggles that can't be decoded.
    var keys: [String] {
        switch content {
        case .text(let text, let elements): elements.map { String(decoding: text[$0.keyRange], as: UTF8.self) }
        case .decoded(let toggles): toggles.map(\.key)
        }
    }

    /// The toggles with a key, in order; several if the app's modules declare it differently.
    subscript(key: String) -> [StateFile.Toggle] {
        var result: [StateFile.Toggle] = []
        var slot = Self.hash(key) & (slots.count - 1)
        while slots[slot] != 0 {
            let index = Int(slots[slot]) - 1
            slot = (slot + 1) & (slots.count - 1)
            switch content {
            case .text(let text, let elements):
                guard text[elements[index].keyRange].elementsEqual(key.utf8),
                    let toggle = Self.toggle(text[elements[index].range]), toggle.key.utf8.elementsEqual(key.utf8)
                else { continue }
                result.append(toggle)
            case .decoded(let toggles):
                if toggles[index].key.utf8.elementsEqual(key.utf8) { result.append(toggles[index]) }
            }
        }
        return result
    }

    private static func toggle(_ text: ArraySlice<UInt8>) -> StateFile.Toggle? {
        guard case .object(let object)? = try? JSONReader().value(from: Array(text)) else { return nil }
        return StateFile.Toggle(object)
    }

    // MARK: Hashing

    private static func slots(_ count: Int, hash: (Int) -> Int) -> [Int32] {
        var size = 4
        while size < count * 2 { size *= 2 }
        var slots = [Int32](repeating: 0, count: size)
        for index in 0..<count {
            var slot = hash(index) & (size - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
            slots[slot] = Int32(truncatingIfNeeded: index + 1)
        }
        return slots
    }

    private static func hash(_ key: String) -> Int {
        var key = key
        return key.withUTF8 { hash(UnsafeRawBufferPointer($0)) }
    }

    private static func hash(_ key: UnsafeRawBufferPointer) -> Int {
        Int(truncatingIfNeeded: ContentDigest(key).first)
    }
}

#endif
