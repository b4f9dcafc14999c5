/// Settings by key, in a dictionary or in the table of a JSON file.
struct Settings: Sendable {
    /// The table of a file; `nil` if the settings are in the dictionary.
    private(set) var table: SettingsTable?
    private var dictionary: [String: StoredValue] = [:]

    init(_ values: [String: StoredValue]) {
        dictionary = values
    }

    init(_ table: SettingsTable) {
        self.table = table
    }

    /// All settings as a dictionary.
    ///
    /// Reading it from a table parses every value. Changing it replaces the table with the dictionary.
    var values: [String: StoredValue] {
        get {
            guard let table else { return dictionary }
            var values = [String: StoredValue](minimumCapacity: table.count)
            for entry in table.entries where !entry.isRemoved { values[table.key(entry)] = table.value(entry) }
            return values
        }
        // A setter would copy the dictionary for every change of one setting.
        _modify {
            if table != nil {
                dictionary = values
                table = nil
            }
            yield &dictionary
        }
    }

    var count: Int { table?.count ?? dictionary.count }

    /// The keys, unordered.
    var keys: [String] { table?.keys ?? Array(dictionary.keys) }

    /// The value of a setting; `nil` removes it.
    subscript(key: String) -> StoredValue? {
        get { table.map { $0[key] } ?? dictionary[key] }
        set {
            if table == nil { dictionary[key] = newValue } else { table?[key] = newValue }
        }
    }

    /// Returns whether there is a setting with a key.
    func hasValue(_ key: String) -> Bool {
        table.map { $0.index(of: key) != nil } ?? (dictionary[key] != nil)
    }

    /// Renames a setting, replacing any setting with the new key.
    mutating func move(_ key: String, to newKey: String) {
        guard table == nil else {
            table?.move(key, to: newKey)
            return
        }
        guard key != newKey, let value = dictionary.removeValue(forKey: key) else { return }
        dictionary[newKey] = value
    }

    /// Renames many settings at once.
    ///
    /// - Parameters:
    ///   - change: The change of the keys.
    ///   - report: Receives the number of processed settings, from time to time.
    /// - Returns: The number of changed keys; `nil`, without a change, if keys must be changed one by one.
    mutating func change(_ change: PrefixChange, report: (Int) -> Void) -> Int? {
        switch change {
        case .add(let prefix): table?.addPrefix(prefix, report: report) ?? nil
        case .strip(let prefix): prefix.isEmpty ? 0 : table?.stripPrefix(prefix, report: report) ?? nil
        }
    }

    /// The settings as a changed copy of a table.
    func table(over base: SettingsTable) -> SettingsTable {
        if let table, table.source === base.source { return table }
        let values = values
        var result = base
        for entry in base.entries {
            let key = base.key(entry)
            let value = values[key]
            if value != base.value(entry) { result[key] = value }
        }
        for (key, value) in values where base.index(of: key) == nil { result[key] = value }
        return result
    }

    /// A lower bound for the size of the settings in a JSON file, in bytes.
    var minimumFileSize: Int {
        table?.minimumFileSize() ?? StoredValue.dictionary(dictionary).minimumTextSize
    }

    /// Calls a function with each key that was added, changed, or removed, unordered.
    func forEachChange(since old: Settings, _ body: (String) -> Void) {
        if let table, let oldTable = old.table {
            guard !table.isUnchangedCopy(of: oldTable) else { return }
            for entry in table.entries where !entry.isRemoved {
                if let index = oldTable.index(ofKeyOf: entry, in: table),
                    table.hasSameValue(entry, as: oldTable.entries[index], in: oldTable)
                {
                    continue
                }
                body(table.key(entry))
            }
            for entry in oldTable.entries
            where !entry.isRemoved && table.index(ofKeyOf: entry, in: oldTable) == nil {
                body(oldTable.key(entry))
            }
            return
        }
        for key in keys where old[key] != self[key] { body(key) }
        for key in old.keys where !hasValue(key) { body(key) }
    }

    /// Returns the settings that were added or changed.
    func changes(since old: Settings) -> [String: StoredValue] {
        if let table, let oldTable = old.table, table.isUnchangedCopy(of: oldTable) { return [:] }
        return values.filter { old[$0.key] != $0.value }
    }
}

extension Settings: Equatable {
    /// Whether both have the same settings.
    static func == (left: Settings, right: Settings) -> Bool {
        switch (left.table, right.table) {
        case (nil, nil): left.dictionary == right.dictionary
        case (let one?, let other?): one == other
        case (let table?, nil): has(table, right.dictionary)
        case (nil, let table?): has(table, left.dictionary)
        }
    }

    private static func has(_ table: SettingsTable, _ values: [String: StoredValue]) -> Bool {
        table.count == values.count
            && table.entries.allSatisfy { $0.isRemoved || values[table.key($0)] == table.value($0) }
    }
}
