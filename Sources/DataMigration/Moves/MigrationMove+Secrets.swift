/// Moves into and among secrets.
///
/// There is none back: what was a secret is not put into settings by accident.
extension MigrationMove {
    /// Moves a setting, a text or bytes, to the secrets.
    ///
    /// - Parameters:
    ///   - key: The key of the setting.
    ///   - name: The name of the secret; the key when it is `nil`.
    ///   - onCollision: What to do when there is another secret of that name.
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
            case let other?: throw MigrationDraft.mismatch(key, other, "text or bytes")
            }
            if try draft.put(secret, at: name, from: key, onCollision) { draft[key] = nil }
            return true
        }
    }

    /// Gives a secret another name.
    ///
    /// - Parameters:
    ///   - name: The name that it has.
    ///   - newName: The name that it gets.
    ///   - onCollision: What to do when there is another secret of the new name.
    /// - Returns: The move.
    public static func renameSecret(
        _ name: String,
        to newName: String,
        onCollision: Collision = .fail
    ) -> MigrationMove {
        MigrationMove("rename the secret \(name) to \(newName)") {
            (draft: inout MigrationDraft) throws(DataMigrationError) -> Bool in
            guard name != newName, let secret = try draft.secret(named: name) else { return false }
            if try draft.put(secret, at: newName, from: name, onCollision) { try draft.set(nil, named: name) }
            return true
        }
    }

    /// Removes secrets.
    ///
    /// - Parameter names: Their names.
    /// - Returns: The move.
    public static func deleteSecret(_ names: String...) -> MigrationMove {
        MigrationMove("delete the secret \(names.joined(separator: ", "))") {
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
    /// Puts a secret under a name, unless there is another one.
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
                "“\(source)” cannot become the secret “\(name)”, which is another one; say which counts with onCollision."
            )
        case .keepTarget:
            note("The secret “\(name)” was another one and was kept, and so was “\(source)”.")
            return false
        case .replaceTarget:
            note("The secret “\(name)” was another one, which “\(source)” replaced.")
            try set(secret, named: name)
            return true
        }
    }
}
