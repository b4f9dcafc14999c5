import ToggleBase

/// The table as text of a file.
extension SettingsTable {
    /// A table without settings.
    static let empty = SettingsTable(
        source: Source(bytes: [], places: [], range: 0..<0),
        entries: [],
        keyBytes: []
    )

    /// Returns whether an entry of the original table still has its key and index.
    func hasEntry(_ entry: Entry, at index: Int) -> Bool {
        guard entry.start & Entry.flag == 0, index < entries.count, !entries[index].isRemoved,
            entries[index].prefix == 0
        else { return false }
        return entries[index].start == entry.start && entries[index].length == entry.length
    }

    /// Returns an entry with the value at a place in the file.
    func entry(at place: Int) -> Entry {
        Entry(prefix: 0, start: 0, length: 0, value: UInt32(place))
    }

    /// Whether an entry has a key with exactly these bytes.
    func hasKey(_ entry: Entry, _ key: String) -> Bool {
        withKey(of: entry) { prefix, rest in
            var key = key
            return key.withUTF8 { bytes in
                bytes.count == prefix.count + rest.count && bytes[..<prefix.count].elementsEqual(prefix)
                    && bytes[prefix.count...].elementsEqual(rest)
            }
        }
    }

    /// The indices of entries, sorted by the bytes of their keys.
    func sorted(_ indices: [UInt32]) -> [UInt32] {
        indices.sorted { one, other in
            withKey(of: entries[Int(one)]) { prefix, rest in
                withKey(of: entries[Int(other)]) { otherPrefix, otherRest in
                    var index = 0
                    if entries[Int(one)].prefix == entries[Int(other)].prefix { index = prefix.count }
                    let (count, otherCount) = (prefix.count + rest.count, otherPrefix.count + otherRest.count)
                    while index < count, index < otherCount {
                        let byte = index < prefix.count ? prefix[index] : rest[index - prefix.count]
                        let otherByte =
                            index < otherPrefix.count ? otherPrefix[index] : otherRest[index - otherPrefix.count]
                        if byte != otherByte { return byte < otherByte }
                        index += 1
                    }
                    return count < otherCount
                }
            }
        }
    }

    /// Writes a key with its quotes.
    func writeKey(_ entry: Entry, to output: inout [UInt8]) {
        let isPlain = withKey(of: entry) { prefix, rest in
            guard !prefix.contains(where: Self.isEscaped), !rest.contains(where: Self.isEscaped) else { return false }
            output.append(UInt8(ascii: "\""))
            output.append(contentsOf: prefix)
            output.append(contentsOf: rest)
            output.append(UInt8(ascii: "\""))
            return true
        }
        if !isPlain { output += JSONWriter().bytes(.string(key(entry))) }
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    /// Writes a value, unchanged if it is in the file.
    func writeValue(_ entry: Entry, to output: inout [UInt8]) {
        if let text = text(entry) { output += text } else { output += JSONStoreText.text(of: value(entry)) }
    }

    /// A lower bound for the size of the file with these settings, in bytes.
    ///
    /// - Parameter lead: How many bytes each key gets in addition; 0 for the keys as they are.
    /// - Returns: The size, exact except for a few bytes of white space and escapes.
    /// - Complexity: O(*n*) in the number of settings.
    func minimumFileSize(addingToKeys lead: Int = 0) -> Int {
        guard count > 0 else { return source.bytes.count - source.range.count }
        let separation = source.places.last.map { last in
            source.bytes[..<Int(last.name)].reversed().prefix { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
                .count
        }
        let added = 1 + (source.places.count > 1 ? separation ?? 0 : 0)
        var size = source.bytes.count - source.range.count + 2 - added
        var previous = -2
        for entry in entries where !entry.isRemoved {
            if lead == 0, entry.prefix == 0, let index = entry.place,
                entry.start == source.places[index].name + 1
            {
                let place = source.places[index]
                size += Int(place.end - place.name) + 1
                // The white space between remaining neighbors stays.
                if previous == index - 1 { size += Int(place.name - source.places[previous].end) - 1 }
                previous = index
                continue
            }
            size += added + 4 + lead + prefixes[Int(entry.prefix)].count + Int(entry.length)
            size += entry.ownValue.map { ownValues[$0].minimumTextSize } ?? text(entry)?.count ?? 0
        }
        return size
    }
}

extension StoredValue {
    /// Creates a value from valid JSON.
    init?(validJSON text: ArraySlice<UInt8>) {
        let text = Array(text)
        guard let json = try? JSONReader().value(from: LongIntegers.marked(text) ?? text) else { return nil }
        self.init(json)
    }

    /// A lower bound for the size of the value in a file, in bytes.
    var minimumTextSize: Int {
        switch self {
        case .null, .bool: 4
        case .integer, .number: 1
        case .longInteger(let digits): digits.utf8.count
        case .string(let text): text.utf8.count + 2
        case .data(let bytes): (bytes.count + 2) / 3 * 4 + 2
        case .date: 10
        case .array(let elements): elements.reduce(1) { $0 + $1.minimumTextSize + 1 }
        case .dictionary(let values): values.reduce(1) { $0 + $1.key.utf8.count + $1.value.minimumTextSize + 4 }
        }
    }

    /// Whether a value is certainly the same after it is written to JSON and read.
    func isPlain(depth: Int = 0) -> Bool {
        switch self {
        case .null, .bool, .integer, .string, .data: true
        case .number(let number), .date(let number): number.isFinite
        case .longInteger: false
        case .array(let elements): depth < 16 && elements.allSatisfy { $0.isPlain(depth: depth + 1) }
        case .dictionary(let values): depth < 16 && values.values.allSatisfy { $0.isPlain(depth: depth + 1) }
        }
    }
}
