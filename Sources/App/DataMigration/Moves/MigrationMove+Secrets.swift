/// Moves of secrets.
///
/// No move turns a secret into a setting, so that it can't happen by accident.
extension MigrationMove {
    /// Turns a string or data setting into a secret.
    ///
    /// - Parameters:
    ///   - key: The key of the setting.
    ///   - name: The name of the secret; `nil` uses the key.
    ///   - onCollision: What to do if there is another secret with this name.
    /// - Returns: The move.
    public static func moveToSecrets(
        _ key: String,
        as name: String? = nil,
        onCollision: Collision = .fail
    ) -> MigrationMove {
        let name = name ?? key
        return MigrationMove("move \(key) to the secret \(name)") {
            (draft: inout MigrationDraft) throws(DataMigrationError) -> Bool in
            let secret: Secret
            switch draft[key] {
            case .none: return false
            case .string(let text): secret = Secret(text)
            case .data(let bytes): secret = Secret(bytes)
            case let other?: throw MigrationDraft.mismatch(key, other, "a string or data")
            }
            if try draft.put(secret, at: name, from: key, onCollision) { draft[key] = nil }
            return true
        }
    }

    /// Renames a secret, which keeps its protection.
    ///
    /// - Parameters:
    ///   - name: The current name.
    ///   - newName: The new name.
    ///   - onCollision: What to do if there is another secret with the new name.
    /// - Returns: The move.
    public static func renameSecret(
        _ name: String,
        to newName: String,
        onCollision: Collision = .fail
    ) -> MigrationMove {
        MigrationMove("rename the secret \(name) to \(newName)") {
            (draft: inout MigrationDraft) throws(DataMigrationError) -> Bool in
            guard name != newName, let secret = try draft.secret(named: name) else { return false }
            if try draft.put(secret, at: newName, from: name, onCollision) {
                try draft.rename(secret: name, to: newName)
            }
            return true
        }
    }

    /// Removes secrets.
    ///
    /// - Parameter names: Their names.
    /// - Returns: The move.
    public static func deleteSecret(_ names: String...) -> MigrationMove {
        MigrationMove("delete the secret\(names.count == 1 ? "" : "s") \(names.joined(separator: ", "))") {
            (draft: inout MigrationDraft) throws(DataMigrationError) -> Bool in
            var hasMoved = false
            for name in names where try draft.secret(named: name) != nil {
                try draft.set(nil, named: name)
                hasMoved = true
            }
            return hasMoved
        }
    }
}

extension MigrationDraft {
    /// Sets a secret, unless there is another one with this name.
    fileprivate mutating func put(
        _ secret: Secret,
        at name: String,
        from source: String,
        _ collision: Collision
    ) throws(DataMigrationError) -> Bool {
        guard let existing = try self.secret(named: name), existing != secret else {
            try set(secret, named: name)
            return true
        }
        switch collision {
        case .fail:
            throw DataMigrationError(
                .collision,
                key: name,
                "“\(source)” cannot become the secret “\(name)”, which has another value; choose one with onCollision."
            )
        case .keepTarget:
            note("The secret “\(name)” had another value and was kept, and so was “\(source)”.")
            return false
        case .replaceTarget:
            note("The secret “\(name)” had another value, which “\(source)” replaced.")
            try set(secret, named: name)
            return true
        }
    }
}
