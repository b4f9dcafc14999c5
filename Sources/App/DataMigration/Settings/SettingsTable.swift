/// The settings of a JSON file by key, whose values are parsed only when they are read.
///
/// A dictionary, and each changed copy of it, takes several times the size of a large file. An entry of this table has
/// 16 bytes: its key is a prefix and a range of the file, and its value is another range. Canonically equivalent keys
/// are equal, as in a dictionary.
struct SettingsTable: Sendable {
    /// A file, and the places of the settings in it.
    final class Source: Sendable {
        /// The bytes of a member, starting with the quote before its name.
        struct Place {
            let name: UInt32
            let value: UInt32
            let end: UInt32
        }

        let bytes: [UInt8]
        /// The places of the members, in the order of the file.
        let places: [Place]
        /// The bytes of the object.
        let range: Range<Int>

        init(bytes: [UInt8], places: [Place], range: Range<Int>) {
            self.bytes = bytes
            self.places = places
            self.range = range
        }
    }

    /// A setting.
    struct Entry {
        static let removed = UInt32.max
        static let flag: UInt32 = 1 << 31

        /// The index of the key's prefix.
        var prefix: UInt32
        /// The start of the rest of the key: in the file or, with the flag, in ``SettingsTable/keyBytes``.
        var start: UInt32
        var length: UInt32
        /// The index of a place in the file or, with the flag, of a separate value.
        var value: UInt32

        var isRemoved: Bool { value == Self.removed }
        /// The index of the value's place in the file; `nil` for a separate value.
        var place: Int? { value & Self.flag == 0 ? Int(value) : nil }
        /// The index of a separate value.
        var ownValue: Int? { isRemoved || value & Self.flag == 0 ? nil : Int(value & ~Self.flag) }
    }

    let source: Source
    var entries: [Entry]
    /// The number of entries that aren't removed.
    private(set) var count: Int
    /// The prefixes of keys; the first one is empty.
    private(set) var prefixes: [[UInt8]] = [[]]
    private(set) var keyBytes: [UInt8]
    private(set) var ownValues: [StoredValue] = []
    /// The entries by hash, with open addressing: 0 for none, otherwise 1 plus the index, with a tag of the hash above
    /// it.
    private var slots: [UInt32]
    /// The number of changes.
    private(set) var changeCount = 0

    /// Creates a table.
    ///
    /// Of entries with the same key, the last one wins.
    init(source: Source, entries: [Entry], keyBytes: [UInt8]) {
        self.source = source
        self.entries = entries
        self.keyBytes = keyBytes
        slots = []
        count = entries.count
        _ = enterAll(room: entries.count) { table, earlier, later in
            table.entries[earlier].value = table.entries[later].value
            table.entries[later].value = Entry.removed
            table.count -= 1
            return true
        }
    }

    /// Whether a key occurred more than once.
    var hasRepeatedKeys: Bool { count < entries.count }

    // MARK: Keys

    /// The hash of a key, the same for all canonically equivalent keys.
    private struct Probe {
        /// The bits of the index in a slot, enough for all members of the largest file.
        static let indexBits: UInt32 = (1 << 26) - 1

        var slot: Int
        let tag: UInt32
        let mask: Int

        init(_ key: String, slotCount: Int) {
            let hash = UInt(bitPattern: key.hashValue)
            mask = slotCount - 1
            slot = Int(bitPattern: hash) & mask
            tag = UInt32(truncatingIfNeeded: hash >> 32) & ~Self.indexBits
        }

        mutating func step() { slot = (slot + 1) & mask }

        /// Returns the index in a slot with the same tag.
        func index(in slot: UInt32) -> Int? { slot & ~Self.indexBits == tag ? Int(slot & Self.indexBits) - 1 : nil }

        /// Returns the slot of an entry.
        func slot(of index: Int) -> UInt32 { UInt32(index + 1) | tag }
    }

    /// Calls a function with both pieces of a key.
    @inline(__always)
    func withKey<Result>(
        of entry: Entry,
        _ body: (_ prefix: UnsafeBufferPointer<UInt8>, _ rest: UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        prefixes[Int(entry.prefix)].withUnsafeBufferPointer { prefix in
            let isOwn = entry.start & Entry.flag != 0
            let start = Int(entry.start & ~Entry.flag)
            return (isOwn ? keyBytes : source.bytes).withUnsafeBufferPointer { bytes in
                body(prefix, UnsafeBufferPointer(rebasing: bytes[start..<start + Int(entry.length)]))
            }
        }
    }

    /// The key of an entry.
    func key(_ entry: Entry) -> String {
        withKey(of: entry) { prefix, rest in
            String(unsafeUninitializedCapacity: prefix.count + rest.count) { buffer in
                _ = buffer[..<prefix.count].initialize(fromContentsOf: prefix)
                _ = buffer[prefix.count..<prefix.count + rest.count].initialize(fromContentsOf: rest)
                return prefix.count + rest.count
            }
        }
    }

    /// The keys of all settings, unordered.
    var keys: [String] { entries.compactMap { $0.isRemoved ? nil : key($0) } }

    /// The index of the entry with a key.
    func index(of key: String) -> Int? { firstIndex(key) { self.key($0) == key } }

    /// The index of the entry with the key that an entry of another table has.
    func index(ofKeyOf entry: Entry, in other: SettingsTable) -> Int? {
        let key = other.key(entry)
        return firstIndex(key) { hasSameText($0, as: entry, in: other) || self.key($0) == key }
    }

    @inline(__always)
    private func firstIndex(_ key: String, where isSame: (Entry) -> Bool) -> Int? {
        guard !slots.isEmpty else { return nil }
        var probe = Probe(key, slotCount: slots.count)
        while slots[probe.slot] != 0 {
            if let index = probe.index(in: slots[probe.slot]), !entries[index].isRemoved, isSame(entries[index]) {
                return index
            }
            probe.step()
        }
        return nil
    }

    /// Whether two keys are certainly the same, because they are the same range of a file.
    private func hasSameText(_ entry: Entry, as other: Entry, in table: SettingsTable) -> Bool {
        (entry.start | other.start) & Entry.flag == 0 && source === table.source && entry.start == other.start
            && entry.length == other.length && prefixes[Int(entry.prefix)] == table.prefixes[Int(other.prefix)]
    }

    // MARK: Values

    /// Returns the text of an entry's value, if it is in the file.
    func text(_ entry: Entry) -> ArraySlice<UInt8>? {
        guard let place = entry.place else { return nil }
        return source.bytes[Int(source.places[place].value)..<Int(source.places[place].end)]
    }

    /// The value of an entry.
    func value(_ entry: Entry) -> StoredValue {
        if let index = entry.ownValue { return ownValues[index] }
        return text(entry).flatMap { StoredValue(validJSON: $0) } ?? .null
    }

    /// Whether the values of two entries are the same.
    func hasSameValue(_ entry: Entry, as other: Entry, in table: SettingsTable) -> Bool {
        if let text = text(entry), let otherText = table.text(other) {
            if source === table.source, entry.value == other.value { return true }
            if text.elementsEqual(otherText) { return true }
        }
        return value(entry) == table.value(other)
    }

    /// The value of a setting; `nil` removes it.
    subscript(key: String) -> StoredValue? {
        get { index(of: key).map { value(entries[$0]) } }
        set {
            changeCount += 1
            let known = index(of: key)
            guard let newValue else {
                if let known { remove(at: known) }
                return
            }
            guard let known else {
                insert(key, value: own(newValue))
                return
            }
            if let index = entries[known].ownValue {
                ownValues[index] = newValue
            } else {
                entries[known].value = own(newValue)
            }
        }
    }

    /// Renames a setting, replacing any setting with the new key.
    mutating func move(_ key: String, to newKey: String) {
        guard let old = index(of: key) else { return }
        let value = entries[old].value
        if let target = index(of: newKey) {
            guard target != old else { return }
            remove(at: target)
        }
        entries[old].value = Entry.removed
        count -= 1
        insert(newKey, value: value)
        changeCount += 1
    }

    private mutating func own(_ value: StoredValue) -> UInt32 {
        ownValues.append(value)
        return Entry.flag | UInt32(ownValues.count - 1)
    }

    private mutating func remove(at index: Int) {
        if let value = entries[index].ownValue { ownValues[value] = .null }
        entries[index].value = Entry.removed
        count -= 1
    }

    private mutating func insert(_ key: String, value: UInt32) {
        var value = value
        if (entries.count + 1) * 8 > slots.count * 7 {
            if count < entries.count { removeGarbage(keeping: &value) }
            _ = enterAll(room: max(8, (count + 1) * 2)) { _, _, _ in true }
        }
        let start = UInt32(keyBytes.count)
        keyBytes.append(contentsOf: key.utf8)
        let length = UInt32(keyBytes.count) - start
        entries.append(Entry(prefix: 0, start: start | Entry.flag, length: length, value: value))
        count += 1
        var probe = Probe(key, slotCount: slots.count)
        while slots[probe.slot] != 0 { probe.step() }
        slots[probe.slot] = probe.slot(of: entries.count - 1)
    }

    /// Drops removed entries with their keys and values.
    ///
    /// - Parameter value: The value of an entry that will be added; its index can change.
    private mutating func removeGarbage(keeping value: inout UInt32) {
        var (live, bytes, values): ([Entry], [UInt8], [StoredValue]) = ([], [], [])
        live.reserveCapacity(count + 1)
        func kept(_ value: UInt32) -> UInt32 {
            guard value & Entry.flag != 0 else { return value }
            values.append(ownValues[Int(value & ~Entry.flag)])
            return Entry.flag | UInt32(values.count - 1)
        }
        for var entry in entries where !entry.isRemoved {
            if entry.start & Entry.flag != 0 {
                let start = Int(entry.start & ~Entry.flag)
                entry.start = UInt32(bytes.count) | Entry.flag
                bytes += keyBytes[start..<start + Int(entry.length)]
            }
            entry.value = kept(entry.value)
            live.append(entry)
        }
        value = kept(value)
        (entries, keyBytes, ownValues) = (live, bytes, values)
    }

    /// Rebuilds the slots.
    ///
    /// - Parameters:
    ///   - room: The capacity in entries.
    ///   - repeated: Receives the indices of two entries with the same key; returns whether to continue without the
    ///     second one.
    /// - Returns: Whether all entries were inserted.
    private mutating func enterAll(
        room: Int,
        _ repeated: (inout SettingsTable, _ earlier: Int, _ later: Int) -> Bool
    ) -> Bool {
        slots = []
        var capacity = 8
        while capacity * 7 < (room + 1) * 8 { capacity *= 2 }
        var slots = [UInt32](repeating: 0, count: capacity)
        entries: for index in entries.indices {
            let key = key(entries[index])
            var probe = Probe(key, slotCount: capacity)
            while slots[probe.slot] != 0 {
                if let earlier = probe.index(in: slots[probe.slot]), self.key(entries[earlier]) == key {
                    guard repeated(&self, earlier, index) else { return false }
                    continue entries
                }
                probe.step()
            }
            slots[probe.slot] = probe.slot(of: index)
        }
        self.slots = slots
        return true
    }

    /// The table without its index, for code that only iterates over entries.
    var withoutSlots: SettingsTable {
        var table = self
        table.slots = []
        return table
    }

    // MARK: Many keys

    /// How a key changes.
    enum KeyChange {
        case none
        /// Gets the prefix with the index, and loses a number of bytes at the start.
        case prefix(UInt32, dropping: Int)
        /// Becomes another text.
        case text(String)
    }

    /// Renames many settings at once.
    ///
    /// - Parameters:
    ///   - isWhole: Whether all keys change, so that they can't collide and no copy is needed.
    ///   - report: Receives the number of processed entries, from time to time.
    ///   - change: Returns the change of an entry's key, and can add prefixes. Different keys must stay different.
    /// - Returns: The number of changed keys; `nil`, without a change, if keys collide.
    mutating func changeKeys(
        isWhole: Bool,
        report: (Int) -> Void,
        _ change: (inout SettingsTable, Entry) -> KeyChange
    ) -> Int? {
        let before = isWhole ? nil : self
        // Rebuilt for the new keys.
        if isWhole { slots = [] }
        var changed = 0
        for index in entries.indices where !entries[index].isRemoved {
            switch change(&self, entries[index]) {
            case .none: continue
            case .prefix(let prefix, let dropped):
                entries[index].prefix = prefix
                entries[index].start += UInt32(dropped)
                entries[index].length -= UInt32(dropped)
            case .text(let key):
                let start = UInt32(keyBytes.count)
                keyBytes.append(contentsOf: key.utf8)
                entries[index].prefix = 0
                entries[index].start = start | Entry.flag
                entries[index].length = UInt32(keyBytes.count) - start
            }
            changed += 1
            if changed % 1_000 == 0 { report(index) }
        }
        guard changed > 0 else { return 0 }
        changeCount += 1
        if count < entries.count { entries.removeAll(where: \.isRemoved) }
        if !enterAll(room: count, { _, _, _ in isWhole }), let before {
            self = before
            return nil
        }
        return changed
    }

    /// Returns the index of a prefix, and adds it if necessary.
    mutating func prefixIndex(_ prefix: [UInt8]) -> UInt32 {
        if let index = prefixes.firstIndex(of: prefix) { return UInt32(index) }
        prefixes.append(prefix)
        return UInt32(prefixes.count - 1)
    }
}

extension SettingsTable: Equatable {
    /// Whether both have the same settings.
    ///
    /// - Complexity: O(1) for an unchanged copy, otherwise O(*n*) in the number of settings.
    static func == (left: SettingsTable, right: SettingsTable) -> Bool {
        guard left.count == right.count else { return false }
        if left.isUnchangedCopy(of: right) { return true }
        return left.entries.allSatisfy { entry in
            guard !entry.isRemoved else { return true }
            guard let other = right.index(ofKeyOf: entry, in: left) else { return false }
            return left.hasSameValue(entry, as: right.entries[other], in: right)
        }
    }

    /// Returns whether this is certainly an unchanged copy.
    func isUnchangedCopy(of other: SettingsTable) -> Bool {
        guard source === other.source, entries.count == other.entries.count, ownValues.count == other.ownValues.count
        else { return false }
        func address<Element>(_ elements: [Element]) -> UnsafePointer<Element>? {
            elements.withUnsafeBufferPointer(\.baseAddress)
        }
        return address(entries) == address(other.entries)
            && (ownValues.isEmpty || address(ownValues) == address(other.ownValues))
            && (keyBytes.isEmpty || address(keyBytes) == address(other.keyBytes))
    }
}
