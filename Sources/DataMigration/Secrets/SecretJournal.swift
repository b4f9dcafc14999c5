/// What is still to be done with secrets when the settings are committed.
///
/// Settings and secrets lie in two places, and no rename reaches both. So new secrets are kept under other names first.
/// The rename that commits the settings brings the list of their names with it, and from then on it is certain that they
/// get their own names: now, or at the next start.
package struct SecretJournal: Sendable, Hashable {
    /// What the names that belong to the migrator begin with.
    package static let prefix = "DataMigration."
    /// In front of the name of a secret that is not in force yet.
    private static let staged = prefix + "staged."
    /// In front of the name of a secret that is to be removed.
    private static let removal = prefix + "removal."

    /// The names of secrets that are set.
    package var published: [String]
    /// The names of secrets that are removed.
    package var removed: [String]

    /// Keeps new secrets beside the ones that are in force.
    ///
    /// - Parameters:
    ///   - changes: What is set and, as `nil`, removed.
    ///   - store: Where.
    /// - Returns: What is to be committed; `nil` when nothing changes.
    /// - Throws: An error when a secret cannot be kept.
    static func stage(
        _ changes: [String: Secret?],
        in store: (any SecretStore)?
    ) throws(DataMigrationError) -> SecretJournal? {
        guard let store, !changes.isEmpty else { return nil }
        var journal = SecretJournal(published: [], removed: [])
        for (name, change) in changes.sorted(by: { $0.key < $1.key }) {
            if let secret = change {
                try store.set(secret, named: staged + name)
                journal.published.append(name)
            } else {
                try store.set(Secret([]), named: removal + name)
                journal.removed.append(name)
            }
        }
        return journal
    }

    /// Removes what a run kept that never committed.
    static func sweep(_ store: (any SecretStore)?) throws(DataMigrationError) {
        guard let store else { return }
        for name in try store.names() where name.hasPrefix(prefix) { try store.remove(name) }
    }

    /// Puts the secrets in force; it may be done any number of times.
    func finish(in store: (any SecretStore)?) throws(DataMigrationError) {
        guard let store else {
            throw DataMigrationError(
                .secretsUnavailable,
                """
                A run that moved secrets was interrupted, and there is no store for secrets to finish it with; give the \
                migrator the same one.
                """
            )
        }
        for name in published {
            // One that is not there any more was put in force before.
            guard let secret = try store.secret(named: Self.staged + name) else { continue }
            try store.set(secret, named: name)
            try store.remove(Self.staged + name)
        }
        // Likewise: a secret of that name which the app has made since is not removed.
        for name in removed where try store.secret(named: Self.removal + name) != nil {
            try store.remove(name)
            try store.remove(Self.removal + name)
        }
    }
}
