/// The old and the new names of settings and secrets, declared once for the whole rollout: for the first step, every write, the
/// checks, and the last step.
public struct SchemaMapping: Sendable {
    /// The settings.
    public let keys: [MirroredKey]
    /// The secrets, for a ``MirroredSecretStore``.
    public let secrets: [MirroredSecret]

    /// Creates a mapping.
    ///
    /// - Parameters:
    ///   - keys: The settings.
    ///   - secrets: The secrets.
    /// - Throws: An error if a name occurs twice. Only the old and the new name of a secret can be the same, if the stores
    ///   differ.
    public init(_ keys: [MirroredKey], secrets: [MirroredSecret] = []) throws(MigrationListError) {
        var problems: [String] = []
        var names: Set<String> = []
        for key in keys {
            for name in [key.old, key.new] where !names.insert(name).inserted {
                problems.append("“\(name)” occurs twice in the mapping; use each name once.")
            }
        }
        var (oldSecrets, newSecrets): (Set<String>, Set<String>) = ([], [])
        for secret in secrets {
            if !oldSecrets.insert(secret.old).inserted {
                problems.append("The old secret “\(secret.old)” occurs twice in the mapping; use each name once.")
            }
            if !newSecrets.insert(secret.new).inserted {
                problems.append("The new secret “\(secret.new)” occurs twice in the mapping; use each name once.")
            }
        }
        guard problems.isEmpty else { throw MigrationListError(problems: problems) }
        self.keys = keys
        self.secrets = secrets
    }

    /// Removes the old names, or throws an error if values differ.
    ///
    /// - Returns: Whether there was an old name.
    func dropOldNames(in settings: inout [String: StoredValue]) throws(DataMigrationError) -> Bool {
        var hasDropped = false
        for key in keys where settings[key.old] != nil {
            guard key.agree(settings[key.old], settings[key.new]) else {
                throw MirrorDisagreement(key, settings).error
            }
            settings[key.old] = nil
            hasDropped = true
        }
        return hasDropped
    }
}

extension MigrationMove {
    /// Copies settings to their new names and keeps the old ones, for a rollout that can be reverted.
    ///
    /// If the values of both names differ, an older version wrote last: its value is used, with a note in the report.
    ///
    /// - Parameter mapping: The names.
    /// - Returns: The move.
    public static func mirror(_ mapping: SchemaMapping) -> MigrationMove {
        MigrationMove("mirror " + mapping.keys.map { "\($0.old) as \($0.new)" }.joined(separator: ", ")) {
            (draft: inout MigrationDraft) throws(DataMigrationError) -> Bool in
            var hasMoved = false
            for key in mapping.keys {
                guard let old = draft[key.old], !key.agree(old, draft[key.new]) else { continue }
                if draft[key.new] != nil {
                    draft.note("“\(key.new)” was older than “\(key.old)”, whose value was used.")
                }
                draft[key.new] = try key.forward(old)
                hasMoved = true
            }
            return hasMoved
        }
    }

    /// Removes the old names at the end of a rollout.
    ///
    /// The step fails if values differ. An older version may have written just before the update that drops the old
    /// names, so mirror once more in the same step.
    ///
    /// ```swift
    /// MigrationStep("3.0.0", "Drop old names", ifNothingToMove: .leave, .mirror(mapping), .dropOldNames(of: mapping))
    /// ```
    ///
    /// - Parameter mapping: The names.
    /// - Returns: The move.
    public static func dropOldNames(of mapping: SchemaMapping) -> MigrationMove {
        MigrationMove("drop " + mapping.keys.map(\.old).joined(separator: ", ")) {
            (draft: inout MigrationDraft) throws(DataMigrationError) -> Bool in
            try mapping.dropOldNames(in: &draft.values)
        }
    }
}
