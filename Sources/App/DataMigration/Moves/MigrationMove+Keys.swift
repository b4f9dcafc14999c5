/// Moves that change keys and keep values.
extension MigrationMove {
    /// Renames a setting.
    ///
    /// - Parameters:
    ///   - key: The current key.
    ///   - newKey: The new key.
    ///   - onCollision: What to do if the new key has another value.
    /// - Returns: The move.
    public static func rename(_ key: String, to newKey: String, onCollision: Collision = .fail) -> MigrationMove {
        MigrationMove("rename \(key) to \(newKey)") {
            (draft: inout MigrationDraft) throws(DataMigrationError) -> Bool in
            guard key != newKey, draft[key] != nil else { return false }
            try draft.move(key, to: newKey, onCollision)
            return true
        }
    }

    /// Copies the value of a setting to another key.
    ///
    /// - Parameters:
    ///   - key: The key of the value.
    ///   - newKey: The other key.
    ///   - onCollision: What to do if the other key has another value.
    /// - Returns: The move.
    public static func copy(_ key: String, to newKey: String, onCollision: Collision = .fail) -> MigrationMove {
        MigrationMove("copy \(key) to \(newKey)") {
            (draft: inout MigrationDraft) throws(DataMigrationError) -> Bool in
            guard let value = draft[key], draft[newKey] != value else { return false }
            _ = try draft.put(value, at: newKey, from: key, onCollision)
            return true
        }
    }

    /// Removes settings.
    ///
    /// - Parameter keys: Their keys.
    /// - Returns: The move.
    public static func delete(_ keys: String...) -> MigrationMove {
        delete(keys)
    }

    /// Removes settings.
    ///
    /// - Parameter keys: Their keys.
    /// - Returns: The move.
    public static func delete(_ keys: [String]) -> MigrationMove {
        MigrationMove("delete \(keys.joined(separator: ", "))") {
            (draft: inout MigrationDraft) throws(DataMigrationError) -> Bool in
            var hasMoved = false
            for key in keys where draft[key] != nil {
                draft[key] = nil
                hasMoved = true
            }
            return hasMoved
        }
    }

    /// Adds a prefix to every key that doesn't have it.
    ///
    /// - Parameters:
    ///   - prefix: The prefix, such as `shop.`.
    ///   - onCollision: What to do if the key with the prefix has another value.
    /// - Returns: The move.
    /// - Complexity: O(*n* log *n*) in the number of keys.
    public static func addPrefix(_ prefix: String, onCollision: Collision = .fail) -> MigrationMove {
        MigrationMove("add the prefix \(prefix)") {
            (draft: inout MigrationDraft) throws(DataMigrationError) -> Bool in
            try draft.moveKeys(draft.keys.filter { !$0.hasPrefix(prefix) }, onCollision) { prefix + $0 }
        }
    }

    /// Removes a prefix from every key that has it.
    ///
    /// Other frameworks use prefixes: Flutter's `shared_preferences` writes `flutter.tab`.
    ///
    /// - Parameters:
    ///   - prefix: The prefix, such as `flutter.`. A key that consists only of the prefix stays.
    ///   - onCollision: What to do if the key without the prefix has another value.
    /// - Returns: The move.
    /// - Complexity: O(*n* log *n*) in the number of keys.
    public static func stripPrefix(_ prefix: String, onCollision: Collision = .fail) -> MigrationMove {
        MigrationMove("strip the prefix \(prefix)") {
            (draft: inout MigrationDraft) throws(DataMigrationError) -> Bool in
            let keys = draft.keys.filter { $0.hasPrefix(prefix) && $0 != prefix }
            // Shorter ones first, because flutter.flutter.tab takes the place of flutter.tab.
            let sorted = keys.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
            return try draft.moveKeys(prefix.isEmpty ? [] : sorted, onCollision) { String($0.dropFirst(prefix.count)) }
        }
    }
}

extension MigrationDraft {
    /// Renames settings.
    fileprivate mutating func moveKeys(
        _ keys: [String],
        _ collision: Collision,
        _ newKey: (String) -> String
    ) throws(DataMigrationError) -> Bool {
        var hasMoved = false
        for (index, key) in keys.enumerated() {
            let target = newKey(key)
            guard target != key, self[key] != nil else { continue }
            try move(key, to: target, collision)
            hasMoved = true
            if index % 1_000 == 999 { report(Double(index) / Double(keys.count)) }
        }
        return hasMoved
    }

    /// Renames a setting, unless the other key has another value.
    fileprivate mutating func move(_ key: String, to target: String, _ collision: Collision) throws(DataMigrationError)
    {
        guard let value = self[key], try put(value, at: target, from: key, collision) else { return }
        self[key] = nil
    }
}
