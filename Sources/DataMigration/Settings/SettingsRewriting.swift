import JSONText

/// Which members of the object with the settings stay, and which are added after them.
struct SettingsRewriting {
    /// The old file.
    let source: SettingsTable.Source
    /// The new settings, which cannot be looked up by key any more.
    let new: SettingsTable
    let isUnchanged: Bool
    /// For each place in the old file the index, and 1, of the entry that stays under its key; 0 for a member that goes.
    let kept: [UInt32]
    /// The indices of the entries that are added, in the order of their keys.
    let added: [UInt32]

    /// Compares two tables, of which the second one is a changed copy of the first one.
    init(from old: SettingsTable, to new: SettingsTable, isUnchanged: Bool) {
        source = old.source
        self.new = new.withoutSlots
        self.isUnchanged = isUnchanged
        guard !isUnchanged else {
            (kept, added) = ([], [])
            return
        }
        var kept = [UInt32](repeating: 0, count: old.source.places.count)
        var isKept = [Bool](repeating: false, count: new.entries.count)
        for (index, entry) in old.entries.enumerated() {
            guard let place = entry.place else { continue }
            let found = new.hasEntry(entry, at: index) ? index : new.index(ofKeyOf: entry, in: old)
            guard let found else { continue }
            kept[place] = UInt32(found + 1)
            isKept[found] = true
        }
        self.kept = kept
        var added: [UInt32] = []
        added.reserveCapacity(new.count)
        for index in new.entries.indices where !isKept[index] && !new.entries[index].isRemoved {
            added.append(UInt32(index))
        }
        self.added = new.sorted(added)
    }

    /// Whether the member at a place stays as it is, since the entry that has its key has its value.
    private func isSame(_ entry: SettingsTable.Entry, at place: Int) -> Bool {
        guard entry.place != place else { return true }
        return new.hasSameValue(entry, as: new.entry(at: place), in: new)
    }

    /// Writes the object: members that stay, byte for byte, and then those that are added.
    func write(to output: inout [UInt8], whenEmpty gaps: JSONObjectText.Gaps) {
        let (bytes, places) = (source.bytes, source.places)
        guard !isUnchanged else {
            output += bytes[source.range]
            return
        }
        guard let lastKept = added.isEmpty ? kept.lastIndex(where: { $0 != 0 }) : kept.count else {
            output += Array("{}".utf8)
            return
        }
        // The first member keeps the distance to the bracket, the last one likewise, whichever members they are.
        let first = places.first.map { gap(before: Int($0.name)) } ?? gaps.before[...]
        let end = places.last.map { gap(after: Int($0.end)) } ?? gaps.after[...]
        var isFirst = true
        output.append(UInt8(ascii: "{"))
        for (index, place) in places.enumerated() where kept[index] != 0 {
            if isFirst {
                output += first
            } else {
                output.append(UInt8(ascii: ","))
                output += gap(before: Int(place.name))
            }
            isFirst = false
            let entry = new.entries[Int(kept[index]) - 1]
            if isSame(entry, at: index) {
                output += bytes[Int(place.name)..<Int(place.end)]
            } else {
                output += bytes[Int(place.name)..<Int(place.value)]
                new.writeValue(entry, to: &output)
            }
            if index < lastKept, index < places.count - 1 { output += gap(after: Int(place.end)) }
        }
        let separation = self.separation(first)
        for index in added {
            if isFirst {
                output += first
            } else {
                output.append(UInt8(ascii: ","))
                output += separation
            }
            isFirst = false
            let entry = new.entries[Int(index)]
            new.writeKey(entry, to: &output)
            output.append(UInt8(ascii: ":"))
            output.append(UInt8(ascii: " "))
            new.writeValue(entry, to: &output)
        }
        output += end
        output.append(UInt8(ascii: "}"))
    }

    /// The white space between a comma and a new member.
    private func separation(_ first: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let places = source.places
        if places.count > 1, let last = places.last { return gap(before: Int(last.name)) }
        // On one line there is a space behind a comma, also where there is none behind the bracket.
        return first.contains(UInt8(ascii: "\n")) ? first : [UInt8(ascii: " ")]
    }

    private func gap(before end: Int) -> ArraySlice<UInt8> {
        var start = end
        while start > 0, JSONWhitespace.contains(source.bytes[start - 1]) { start -= 1 }
        return source.bytes[start..<end]
    }

    private func gap(after start: Int) -> ArraySlice<UInt8> {
        var end = start
        while end < source.bytes.count, JSONWhitespace.contains(source.bytes[end]) { end += 1 }
        return source.bytes[start..<end]
    }

    /// How many members the object is to have.
    var memberCount: Int {
        isUnchanged ? source.places.count : kept.count { $0 != 0 } + added.count
    }
}

/// White space as JSON has it.
private enum JSONWhitespace {
    static func contains(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }
}
