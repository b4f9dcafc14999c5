/// What is still to be done with secrets when the settings are committed.
///
/// Settings and secrets lie in two places, and no rename reaches both. So new secrets are kept under other names first.
/// The rename that commits the settings brings the list of their names with it, and from then on it is certain that they
/// get their own names: now, or at the next start.
package struct SecretJournal: Sendable, Hashable {
    /// What became of an attempt to put secrets in force.
    struct End {
        /// What is still to be done; `nil` when all is.
        var left: SecretJournal?
        /// Why something is still to be done.
        var wait: DataMigrationError?
        /// What will never be done.
        var losses: [DataMigrationError] = []
    }

    /// What the names that belong to the migrator begin with.
    package static let prefix = "DataMigration."
    /// In front of the name of a secret that is not in force yet.
    private static let staged = prefix + "staged."
    /// In front of the name of a secret that is to be removed.
    private static let removal = prefix + "removal."

    /// The run that made the list, in the names of what it kept: no other run or store touches that.
    package let run: String
    /// The names of secrets that are set.
    package var published: [String]
    /// The names of secrets that are removed.
    package var removed: [String]

    package init(run: String, published: [String] = [], removed: [String] = []) {
        self.run = run
        self.published = published
        self.removed = removed
    }

    private func stagedName(_ name: String) -> String { "\(Self.staged)\(run).\(name)" }
    private func removalName(_ name: String) -> String { "\(Self.removal)\(run).\(name)" }

    /// What the runs of a store begin with: the FNV-1a hash of its name.
    private static func store(_ name: String) -> String {
        let hash = stableName(name).utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        return String(hash, radix: 36) + "-"
    }

    /// The name of a store without the folder of the app's container, which gets another name with each update of the app:
    /// `/…/Containers/Data/Application/<UUID>/Library/settings.json`, and the same below `Shared/AppGroup`.
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

    /// Keeps new secrets beside the ones that are in force, with what is in force now.
    ///
    /// - Parameters:
    ///   - changes: What is set and, as `nil`, removed.
    ///   - store: Where.
    ///   - settings: The name of the store of the settings.
    /// - Returns: What is to be committed; `nil` when nothing changes.
    /// - Throws: An error when a secret cannot be kept.
    static func stage(
        _ changes: [String: Secret?],
        in store: (any SecretStore)?,
        for settings: String
    ) throws(DataMigrationError) -> SecretJournal? {
        guard let store, !changes.isEmpty else { return nil }
        let run = Self.store(settings) + String(UInt64.random(in: .min ... .max), radix: 36)
        return try asking { () throws(DataMigrationError) in
            var journal = SecretJournal(run: run)
            for (name, new) in changes.sorted(by: { $0.key < $1.key }) {
                let kept = StagedSecret(new: new, before: try store.secret(named: name)).secret
                if new == nil {
                    try store.set(kept, named: journal.removalName(name))
                    journal.removed.append(name)
                } else {
                    try store.set(kept, named: journal.stagedName(name))
                    journal.published.append(name)
                }
            }
            return journal
        }
    }

    /// What runs of a store kept that have not committed by now.
    ///
    /// They may be about to, so it is removed only when another run has committed since, after which they cannot. A store that
    /// does not answer has none: what steps do not need must not stop them.
    ///
    /// - Parameters:
    ///   - store: Where secrets are.
    ///   - settings: The name of the store of the settings.
    ///   - journal: What was committed, and is not finished yet.
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

    /// Removes what was kept for a commit that did not come about; what cannot be removed is left for the next run.
    func discard(in store: (any SecretStore)?) {
        for name in published.map(stagedName) + removed.map(removalName) { try? store?.remove(name) }
    }

    /// Puts the secrets in force; it may be done any number of times.
    func finish(in store: (any SecretStore)?) -> End {
        guard let store else {
            let wait = DataMigrationError(
                .secretsUnavailable,
                """
                A run that moved secrets was interrupted, and there is no store for secrets to finish it with; give the \
                migrator the same one.
                """
            )
            return End(left: self, wait: wait)
        }
        var end = End()
        var left = SecretJournal(run: run)
        func attempt(_ body: () throws(DataMigrationError) -> DataMigrationError?) -> Bool {
            do throws(DataMigrationError) {
                if let loss = try Self.asking(body) { end.losses.append(loss) }
                return true
            } catch {
                end.wait = end.wait ?? error
                return false
            }
        }
        for name in published where !attempt({ () throws(DataMigrationError) in try publish(name, in: store) }) {
            left.published.append(name)
        }
        for name in removed where !attempt({ () throws(DataMigrationError) in try remove(name, in: store) }) {
            left.removed.append(name)
        }
        end.left = left.published.isEmpty && left.removed.isEmpty ? nil : left
        return end
    }

    /// Gives a secret its own name.
    ///
    /// - Returns: Why it never gets it.
    private func publish(
        _ name: String,
        in store: any SecretStore
    ) throws(DataMigrationError) -> DataMigrationError? {
        let current = try store.secret(named: name)
        guard let kept = try store.secret(named: stagedName(name)) else {
            // It was put in force before, unless somebody took it away.
            return current == nil ? Self.loss(name, "is gone: it was kept under another name, and is not there") : nil
        }
        guard let staged = StagedSecret(kept), let new = staged.new else {
            try store.remove(stagedName(name))
            return Self.loss(name, "was kept under another name, and what is there is none")
        }
        var loss: DataMigrationError?
        if current == staged.before {
            try store.set(new, named: name)
        } else if current != new {
            loss = Self.loss(name, "was changed while the moved one waited, so the changed one counts")
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
        // Without the mark it was removed before: a secret of that name which the app has made since stays.
        guard let kept = try store.secret(named: removalName(name)) else { return nil }
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

    private static func loss(_ name: String, _ reason: String) -> DataMigrationError {
        DataMigrationError(.secretsUnavailable, key: name, "The secret “\(name)” \(reason).")
    }

    /// Whatever a store of secrets calls it, it says nothing about the settings.
    static func asking<Result>(
        _ body: () throws(DataMigrationError) -> Result
    ) throws(DataMigrationError) -> Result {
        do throws(DataMigrationError) {
            return try body()
        } catch {
            throw DataMigrationError(.secretsUnavailable, key: error.key, error.message, underlying: error.underlying)
        }
    }
}
