/// Adding and removing prefixes, for all keys at once.
extension SettingsTable {
    /// Whether a key starts with a prefix.
    private enum Match {
        case no
        /// Yes, and these bytes can be dropped.
        case yes
        /// Possibly, because equal characters can have different bytes. Compare strings instead.
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
            // The next bytes could belong to the last character of the prefix.
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

    /// Adds a prefix to every key that doesn't have it.
    ///
    /// - Parameters:
    ///   - prefix: The prefix.
    ///   - report: Receives the number of processed entries, from time to time.
    /// - Returns: The number of changed keys; `nil`, without a change, if keys collide.
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

    /// Removes a prefix from every longer key that has it.
    ///
    /// - Parameters:
    ///   - prefix: The prefix, which is not empty.
    ///   - report: Receives the number of processed entries, from time to time.
    /// - Returns: The number of changed keys; `nil`, without a change, if keys collide.
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

    /// Returns whether any key starts with an ASCII prefix; `true` if it is uncertain.
    func mayHavePrefix(_ prefix: [UInt8]) -> Bool {
        entries.contains { entry in
            guard !entry.isRemoved else { return false }
            if case .no = match(entry, prefix) { return false }
            return true
        }
    }
}
