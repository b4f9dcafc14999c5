import ToggleBase

/// The members of the settings object that stay, and those that are added after them.
struct SettingsRewriting {
    /// The old file.
    let source: SettingsTable.Source
    /// The new settings, without the index by key.
    let new: SettingsTable
    let isUnchanged: Bool
    /// For each place in the old file, 1 plus the index of the entry with its key; 0 for a removed member.
    let kept: [UInt32]
    /// The indices of added entries, sorted by key.
    let added: [UInt32]

    /// Compares a table with a changed copy of it.
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

    /// Returns whether the entry with the key of a member still has its value.
    private func isSame(_ entry: SettingsTable.Entry, at place: Int) -> Bool {
        guard entry.place != place else { return true }
        return new.hasSameValue(entry, as: new.entry(at: place), in: new)
    }

    /// Writes the object: first the remaining members, byte for byte, then the added ones.
    func write(to output: inout [UInt8], whenEmpty gaps: (before: [UInt8], after: [UInt8])) {
        let (bytes, places) = (source.bytes, source.places)
        guard !isUnchanged else {
            output += bytes[source.range]
            return
        }
        guard let lastKept = added.isEmpty ? kept.lastIndex(where: { $0 != 0 }) : kept.count else {
            output += Array("{}".utf8)
            return
        }
        // The white space after the opening and before the closing brace stays.
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
        // On one line, a space follows each comma, even if there is none after the brace.
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

    /// The number of members of the new object.
    var memberCount: Int {
        isUnchanged ? source.places.count : kept.count { $0 != 0 } + added.count
    }
}

/// White space in JSON.
private enum JSONWhitespace {
    static func contains(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }
}
