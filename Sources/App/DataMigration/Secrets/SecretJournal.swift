import ToggleBase

/// The changes of secrets that remain after the settings are committed.
///
/// Settings and secrets are stored in two places, which no single rename can replace. So new secrets are first staged
/// under other names. The rename that commits the settings also commits the list of their names. From then on, the
/// secrets get their final names: immediately, or at the next launch.
package struct SecretJournal: Sendable, Hashable {
    /// The result of an attempt to publish secrets.
    struct End {
        /// The remaining changes; `nil` after the last one.
        var remaining: SecretJournal?
        /// Why changes remain.
        var reason: DataMigrationError?
        /// The changes that were lost.
        var losses: [DataMigrationError] = []
    }

    /// The prefix of names that are reserved for the migrator.
    package static let prefix = "DataMigration."
    /// The prefix of staged secrets.
    private static let staged = prefix + "staged."
    /// The prefix of secrets that will be removed.
    private static let removal = prefix + "removal."

    /// The identifier of the run, which is part of staged names, so that no other run or store changes them.
    package let run: String
    /// The names of secrets that are set.
    package var published: [String]
    /// The names of secrets that are removed.
    package var removed: [String]
    /// The names under which runs that were killed before their commit staged secrets, which are removed.
    package var leftovers: [String]

    package init(run: String, published: [String] = [], removed: [String] = [], leftovers: [String] = []) {
        self.run = run
        self.published = published
        self.removed = removed
        self.leftovers = leftovers
    }

    /// Whether secrets of the app change, and not only ``leftovers``.
    var hasChanges: Bool { !published.isEmpty || !removed.isEmpty }

    /// Returns a journal that also removes the leftovers of a store of settings; `nil` if there is nothing to do.
    ///
    /// They are committed with the settings, so the next launch removes them if this one is killed before.
    static func adding(
        _ leftovers: [String],
        of settings: String,
        to journal: SecretJournal?
    ) -> SecretJournal? {
        guard !leftovers.isEmpty else { return journal }
        var journal = journal ?? newRun(for: settings)
        journal.leftovers = Set(journal.leftovers + leftovers).sorted()
        return journal
    }

    private static func newRun(for settings: String) -> SecretJournal {
        SecretJournal(run: store(settings) + String(UInt64.random(in: .min ... .max), radix: 36))
    }

    private func stagedName(_ name: String) -> String { "\(Self.staged)\(run).\(name)" }
    private func removalName(_ name: String) -> String { "\(Self.removal)\(run).\(name)" }

    /// Returns the prefix of a store's runs: the hash of its name.
    private static func store(_ name: String) -> String {
        String(ContentHash.of(Array(stableName(name).utf8)), radix: 36) + "-"
    }

    /// Returns the name of a store without the folder of the app's container, whose name changes with each update of
    /// the app: `/…/Containers/Data/Application/<UUID>/Library/settings.json`, and the same in `Shared/AppGroup`.
    private static func stableName(_ name: String) -> String {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        for index in parts.indices.dropLast(4) where parts[index] == "Containers" {
            if parts[index + 1] == "Data" || parts[index + 1] == "Shared", isUUID(parts[index + 3]) {
                return (parts[index...index + 2] + parts[(index + 4)...]).joined(separator: "/")
            }
        }
        return name
    }

    private static func isUUID(_ text: Substring) -> Bool {
        let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return groups.map(\.count) == [8, 4, 4, 4, 12]
            && groups.allSatisfy { $0.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit } }
    }

    /// Stages new secrets, together with the current ones.
    ///
    /// - Parameters:
    ///   - changes: The new secrets, with `nil` for removed ones.
    ///   - origins: The previous names of renamed secrets, whose protection they keep.
    ///   - store: The store of secrets.
    ///   - settings: The name of the store of settings.
    /// - Returns: The journal to commit; `nil` if nothing changes.
    /// - Throws: An error if a secret can't be staged.
    static func stage(
        _ changes: [String: Secret?],
        from origins: [String: String] = [:],
        in store: (any SecretStore)?,
        for settings: String
    ) throws(DataMigrationError) -> SecretJournal? {
        guard let store, !changes.isEmpty else { return nil }
        return try accessingStore { () throws(DataMigrationError) in
            var journal = newRun(for: settings)
            for (name, new) in changes.sorted(by: { $0.key < $1.key }) {
                let kept = StagedSecret(
                    new: new,
                    before: try store.secret(named: name),
                    protection: try origins[name].flatMap { old throws(DataMigrationError) in
                        try store.protection(ofSecret: old)
                    }
                ).secret
                if new == nil {
                    try store.set(kept, named: journal.removalName(name))
                    journal.removed.append(name)
                } else {
                    try store.set(kept, named: journal.stagedName(name))
                    journal.published.append(name)
                }
            }
            // After the secrets, because a mirror without the copy would adopt a secret that wasn't removed yet.
            let copies = journal.removed.filter { MirroredSecretStore.secret(ofCopy: $0) != nil }
            journal.removed = journal.removed.filter { !copies.contains($0) } + copies
            return journal
        }
    }

    /// Returns the names of the secrets that a clean start can remove, sorted.
    static func removableNames(in store: any SecretStore) throws(DataMigrationError) -> [String] {
        try accessingStore { () throws(DataMigrationError) in try store.names() }
            .filter { !$0.hasPrefix(prefix) }.sorted()
    }

    /// Stages the removal of all secrets, and of the copies of mirrored ones.
    ///
    /// - Parameters:
    ///   - store: The store of secrets.
    ///   - settings: The name of the store of settings.
    /// - Returns: The journal to commit, and the names of the secrets, sorted.
    /// - Throws: An error if the store is missing or unavailable.
    static func stageRemoval(
        of store: (any SecretStore)?,
        for settings: String
    ) throws(DataMigrationError) -> (SecretJournal?, names: [String]) {
        guard let store else {
            throw DataMigrationError(
                .secretsUnavailable,
                "A clean start including secrets requires their store; pass it to the migrator."
            )
        }
        let names = try removableNames(in: store)
        let copies = try accessingStore { () throws(DataMigrationError) in
            if let mirror = store as? MirroredSecretStore { return try mirror.namesWithCopies() }
            return try store.names()
        }
        .filter { MirroredSecretStore.secret(ofCopy: $0) != nil }
        let changes = Dictionary((names + copies).map { ($0, Secret?.none) }, uniquingKeysWith: { $1 })
        return (try stage(changes, in: store, for: settings), names)
    }

    /// Returns the names that uncommitted runs of a store staged.
    ///
    /// These runs may still commit, so the names are removed only after another run has committed a journal with them.
    /// For an unavailable store, the result is empty, so that steps without secrets can run.
    ///
    /// - Parameters:
    ///   - store: The store of secrets.
    ///   - settings: The name of the store of settings.
    ///   - journal: The committed journal, which isn't finished yet.
    /// - Returns: The names.
    static func leftovers(in store: (any SecretStore)?, for settings: String, except journal: SecretJournal?)
        -> [String]
    {
        guard let names = try? store?.names() else { return [] }
        let prefixes = [staged, removal].map { $0 + Self.store(settings) }
        let kept = journal.map { journal in [staged, removal].map { "\($0)\(journal.run)." } } ?? []
        return names.filter { name in
            prefixes.contains { name.hasPrefix($0) } && !kept.contains { name.hasPrefix($0) }
        }
    }

    /// Removes the staged secrets of a failed commit.
    ///
    /// The next run removes those that remain.
    func discard(in store: (any SecretStore)?) {
        for name in published.map(stagedName) + removed.map(removalName) { try? store?.remove(name) }
    }

    /// Publishes the secrets.
    ///
    /// Repeating it has no effect.
    func finish(in store: (any SecretStore)?) -> End {
        guard let store else {
            guard hasChanges else { return End(remaining: self) }
            let reason = DataMigrationError(
                .secretsUnavailable,
                """
                A run that moved secrets was interrupted, and it can only be finished with the store of secrets; pass the \
                same one to the migrator.
                """
            )
            return End(remaining: self, reason: reason)
        }
        var end = End()
        var remaining = SecretJournal(run: run)
        func attempt(_ body: () throws(DataMigrationError) -> DataMigrationError?) -> Bool {
            do throws(DataMigrationError) {
                if let loss = try Self.accessingStore(body) { end.losses.append(loss) }
                return true
            } catch {
                end.reason = end.reason ?? error
                return false
            }
        }
        for name in published where !attempt({ () throws(DataMigrationError) in try publish(name, in: store) }) {
            remaining.published.append(name)
        }
        for name in removed {
            let isRemoved: Bool
            if let secret = MirroredSecretStore.secret(ofCopy: name) {
                isRemoved =
                    !remaining.removed.contains(secret)
                    && attempt { () throws(DataMigrationError) in try removeCopy(name, of: secret, in: store) }
            } else {
                isRemoved = attempt { () throws(DataMigrationError) in try remove(name, in: store) }
            }
            if !isRemoved { remaining.removed.append(name) }
        }
        // No value of the app waits for these, so an error is no reason to report.
        remaining.leftovers = leftovers.filter { (try? store.remove($0)) == nil }
        end.remaining = remaining.hasChanges || !remaining.leftovers.isEmpty ? remaining : nil
        return end
    }

    /// Publishes a secret.
    ///
    /// - Returns: Why it was lost.
    private func publish(
        _ name: String,
        in store: any SecretStore
    ) throws(DataMigrationError) -> DataMigrationError? {
        let current = try store.secret(named: name)
        guard let kept = try store.secret(named: stagedName(name)) else {
            // A process that was killed while it removed it may have left a temporary file with it.
            try store.remove(stagedName(name))
            // It was already published, unless it has been removed since.
            return current == nil ? Self.loss(name, "is missing: it was staged, and no longer exists") : nil
        }
        guard let staged = StagedSecret(kept), let new = staged.new else {
            try store.remove(stagedName(name))
            return Self.loss(name, "was staged, but its staged value is invalid")
        }
        var loss: DataMigrationError?
        if current == staged.before {
            try store.set(new, named: name, protection: staged.protection)
        } else if current != new {
            loss = Self.loss(name, "was changed before the migrated value was published, so the changed value was kept")
        }
        try store.remove(stagedName(name))
        return loss
    }

    /// Removes a secret.
    ///
    /// - Returns: Why it stays.
    private func remove(
        _ name: String,
        in store: any SecretStore
    ) throws(DataMigrationError) -> DataMigrationError? {
        // Without the staged name, it was already removed. A secret that the app created since then stays.
        guard let kept = try store.secret(named: removalName(name)) else {
            try store.remove(removalName(name))
            return nil
        }
        var loss: DataMigrationError?
        if let current = try store.secret(named: name) {
            if let before = StagedSecret(kept)?.before, current == before {
                try store.remove(name)
            } else {
                loss = Self.loss(name, "was changed before it could be removed, so it stays")
            }
        }
        try store.remove(removalName(name))
        return loss
    }

    /// Removes the copy of a mirrored secret, unless that secret stays.
    private func removeCopy(
        _ name: String,
        of secret: String,
        in store: any SecretStore
    ) throws(DataMigrationError) -> DataMigrationError? {
        let isPending = try store.secret(named: removalName(name)) != nil
        if isPending, try store.secret(named: secret) == nil { try store.remove(name) }
        try store.remove(removalName(name))
        return nil
    }

    private static func loss(_ name: String, _ reason: String) -> DataMigrationError {
        DataMigrationError(.secretsUnavailable, key: name, "The secret “\(name)” \(reason).")
    }

    /// Calls a closure, and rethrows its error as one of the store of secrets, which doesn't affect the settings.
    static func accessingStore<Result>(
        _ body: () throws(DataMigrationError) -> Result
    ) throws(DataMigrationError) -> Result {
        do throws(DataMigrationError) {
            return try body()
        } catch {
            throw DataMigrationError(.secretsUnavailable, key: error.key, error.message, underlying: error.underlying)
        }
    }
}
