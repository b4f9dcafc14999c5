import ToggleBase

/// Receives the settings of a file in their order.
protocol SettingsReceiver: AnyObject {
    /// Receives the name of a setting with its range, including the quotes.
    func name(_ name: String, at range: Range<Int>)
    /// Receives the range of its value.
    func value(at range: Range<Int>)
}

/// Builds the table of settings of a file.
final class SettingsTableBuilder: SettingsReceiver {
    private let bytes: [UInt8]
    private var places: [SettingsTable.Source.Place] = []
    private var entries: [SettingsTable.Entry] = []
    private var keyBytes: [UInt8] = []
    private var nameRange = 0..<0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // Every member has a colon. Unused capacity is never touched, so it takes no memory.
        let colons = bytes.withUnsafeBufferPointer { $0.reduce(0) { $1 == UInt8(ascii: ":") ? $0 &+ 1 : $0 } }
        places.reserveCapacity(colons)
        entries.reserveCapacity(colons)
    }

    func name(_ name: String, at range: Range<Int>) {
        nameRange = range
        var entry = SettingsTable.Entry(
            prefix: 0,
            start: UInt32(range.lowerBound + 1),
            length: UInt32(name.utf8.count),
            value: UInt32(places.count)
        )
        // A name with escapes is longer in the file.
        if range.count != name.utf8.count + 2 {
            entry.start = UInt32(keyBytes.count) | SettingsTable.Entry.flag
            keyBytes.append(contentsOf: name.utf8)
        }
        entries.append(entry)
    }

    func value(at range: Range<Int>) {
        places.append(
            SettingsTable.Source.Place(
                name: UInt32(nameRange.lowerBound),
                value: UInt32(range.lowerBound),
                end: UInt32(range.upperBound)
            )
        )
    }

    /// Returns the table.
    ///
    /// Of duplicate names, the last value wins.
    ///
    /// - Parameter range: The bytes of the object; empty if there is none.
    /// - Returns: The table.
    func table(range: Range<Int>) -> SettingsTable {
        let source = SettingsTable.Source(bytes: bytes, places: places, range: range)
        return SettingsTable(source: source, entries: entries, keyBytes: keyBytes)
    }
}
