/// Adding and removing prefixes, for all keys at once.
extension SettingsTable {
    /// Whether a key begins with a prefix.
    private enum Match {
        case no
        /// It does, and these bytes can be dropped.
        case yes
        /// It may: letters can be composed in several ways, so that the text has to be asked.
        case maybe
    }

    private func match(_ entry: Entry, _ prefix: [UInt8]) -> Match {
        withKey(of: entry) { first, rest in
            func byte(_ index: Int) -> UInt8? {
                if index < first.count { return first[index] }
                return index - first.count < rest.count ? rest[index - first.count] : nil
            }
            for (index, wanted) in prefix.enumerated() {
                guard wanted < 0x80, wanted != UInt8(ascii: "\r") else { return .maybe }
                guard let found = byte(index) else { return .no }
                if found >= 0x80 { return .maybe }
                if found != wanted { return .no }
            }
            // What follows could belong to the last character of the prefix.
            return (byte(prefix.count) ?? 0) < 0x80 ? .yes : .maybe
        }
    }

    private func hasPrefix(_ entry: Entry, _ prefix: String, _ bytes: [UInt8]) -> Bool {
        switch match(entry, bytes) {
        case .no: false
        case .yes: true
        case .maybe: key(entry).hasPrefix(prefix)
        }
    }

    /// Puts a prefix in front of every key that does not have it.
    ///
    /// - Parameters:
    ///   - prefix: The prefix.
    ///   - report: Told how many entries are done, now and then.
    /// - Returns: How many keys have changed; `nil` when a new one is that of another setting: then nothing has.
    mutating func addPrefix(_ prefix: String, report: (Int) -> Void) -> Int? {
        let bytes = Array(prefix.utf8)
        var known: [UInt32: UInt32] = [:]
        let isWhole = !entries.contains { !$0.isRemoved && hasPrefix($0, prefix, bytes) }
        return changeKeys(isWhole: isWhole, report: report) { table, entry in
            guard !table.hasPrefix(entry, prefix, bytes) else { return .none }
            if let index = known[entry.prefix] { return .prefix(index, dropping: 0) }
            let index = table.prefixIndex(bytes + table.prefixes[Int(entry.prefix)])
            known[entry.prefix] = index
            return .prefix(index, dropping: 0)
        }
    }

    /// Takes a prefix away from every key that has it and is longer.
    ///
    /// - Parameters:
    ///   - prefix: The prefix, which is not empty.
    ///   - report: Told how many entries are done, now and then.
    /// - Returns: How many keys have changed; `nil` when a new one is that of another setting: then nothing has.
    mutating func stripPrefix(_ prefix: String, report: (Int) -> Void) -> Int? {
        let bytes = Array(prefix.utf8)
        var known: [UInt32: UInt32] = [:]
        let isWhole = entries.allSatisfy { entry in
            if entry.isRemoved { return true }
            guard case .yes = match(entry, bytes) else { return false }
            return prefixes[Int(entry.prefix)].count + Int(entry.length) > bytes.count
        }
        return changeKeys(isWhole: isWhole, report: report) { table, entry in
            switch table.match(entry, bytes) {
            case .no: return .none
            case .maybe:
                let key = table.key(entry)
                guard key.hasPrefix(prefix), key != prefix else { return .none }
                return .text(String(key.dropFirst(prefix.count)))
            case .yes:
                let first = table.prefixes[Int(entry.prefix)]
                guard first.count + Int(entry.length) > bytes.count else { return .none }
                guard first.count > bytes.count else { return .prefix(0, dropping: bytes.count - first.count) }
                if let index = known[entry.prefix] { return .prefix(index, dropping: 0) }
                let index = table.prefixIndex(Array(first.dropFirst(bytes.count)))
                known[entry.prefix] = index
                return .prefix(index, dropping: 0)
            }
        }
    }

    /// Whether any key begins with a prefix in ASCII; `true` when that is not certain.
    func mayHavePrefix(_ prefix: [UInt8]) -> Bool {
        entries.contains { entry in
            guard !entry.isRemoved else { return false }
            if case .no = match(entry, prefix) { return false }
            return true
        }
    }
}
