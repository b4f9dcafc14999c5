package import ToggleBase

/// The order of the toggles in a message, and the number of their variants.
///
/// A message contains no keys; its reader knows them from the manifests of the app's version.
package struct UsageLayout: Sendable, Hashable {
    /// A toggle in a message.
    package struct Entry: Sendable, Hashable {
        /// The key.
        package let key: String
        /// The names of the variants; empty for other types.
        package let variants: [String]

        /// The number of bits for the index of a variant.
        var width: Int { variants.count < 2 ? 0 : Int.bitWidth - (variants.count - 1).leadingZeroBitCount }
    }

    /// The toggles, sorted by key.
    package let entries: [Entry]
    /// A digest of the keys and variants, eight digits.
    package let digest: String

    /// Creates the layout of toggles with their types; release toggles and repeated keys are left out.
    package init(_ toggles: some Sequence<(key: String, category: ToggleCategory, type: ToggleType)>) {
        var known: Set<String> = []
        var entries: [Entry] = []
        for toggle in toggles where toggle.category != .release && known.insert(toggle.key).inserted {
            let variants = if case .variants(let names) = toggle.type { names } else { [String]() }
            entries.append(Entry(key: toggle.key, variants: variants))
        }
        entries.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        self.entries = entries
        let text = entries.map { ([$0.key] + $0.variants).joined(separator: "|") }.joined(separator: "\n")
        let digits = String(ContentDigest(Array(text.utf8)).first, radix: 16)
        digest = String((String(repeating: "0", count: 16) + digits).suffix(16).prefix(8))
    }

    /// Returns the cells as bits: two for each toggle, and the variant's index for one that was read.
    package func encode(_ cells: [UsageCell]) -> [UInt8] {
        var bits = BitWriter()
        for (entry, cell) in zip(entries, cells) {
            bits.write(cell.isRead ? 1 : 0, width: 1)
            bits.write(cell.isRead && cell.isChanged ? 1 : 0, width: 1)
            if cell.isRead { bits.write(cell.variant ?? 0, width: entry.width) }
        }
        return bits.bytes
    }

    /// Returns the cells, or `nil` unless ``encode(_:)`` produces these bytes.
    package func decode(_ bytes: [UInt8]) -> [UsageCell]? {
        var reader = BitReader(bytes: bytes)
        var cells: [UsageCell] = []
        cells.reserveCapacity(entries.count)
        for entry in entries {
            guard let isRead = reader.read(width: 1), let isChanged = reader.read(width: 1) else { return nil }
            var cell = UsageCell(isRead: isRead == 1, isChanged: isChanged == 1)
            guard cell.isRead || !cell.isChanged else { return nil }
            if cell.isRead, !entry.variants.isEmpty {
                guard let variant = reader.read(width: entry.width), variant < entry.variants.count else { return nil }
                cell.variant = variant
            }
            cells.append(cell)
        }
        return reader.isAtEnd ? cells : nil
    }
}

private struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var count = 0

    mutating func write(_ value: Int, width: Int) {
        for shift in stride(from: width - 1, through: 0, by: -1) {
            if count % 8 == 0 { bytes.append(0) }
            if value >> shift & 1 == 1 { bytes[bytes.count - 1] |= 0x80 >> UInt8(count % 8) }
            count += 1
        }
    }
}

private struct BitReader {
    let bytes: [UInt8]
    private var count = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func read(width: Int) -> Int? {
        guard count + width <= bytes.count * 8 else { return nil }
        var value = 0
        for _ in 0..<width {
            value = value << 1 | Int(bytes[count / 8] >> UInt8(7 - count % 8) & 1)
            count += 1
        }
        return value
    }

    /// Whether only the unset rest of the last byte is left.
    var isAtEnd: Bool {
        var rest = self
        guard bytes.count * 8 - count < 8 else { return false }
        return rest.read(width: bytes.count * 8 - count) == 0
    }
}
