/// The old and the new names of settings and secrets, declared once for the whole rollout: for the first step, every write, the
/// checks, and the last step.
public struct SchemaMapping: Sendable {
    /// The settings.
    public let keys: [MirroredKey]
    /// The secrets, for a ``MirroredSecretStore``.
    public let secrets: [MirroredSecret]
    /// The prefix of the old names of all other settings; `nil` if there are no others.
    let prefix: String?
    /// The settings that aren't mirrored although they have the prefix.
    private let exceptions: Set<String>

    /// Returns a mapping in which the old name of every setting is its new one with a prefix, such as `flutter.`.
    ///
    /// ```swift
    /// let settings = MirroredStore(store, .prefix("flutter.", except: ["flutter.draft"]))
    /// ```
    ///
    /// - Parameters:
    ///   - prefix: The prefix of the old names.
    ///   - exceptions: The old or new names of settings that aren't mirrored.
    /// - Returns: The mapping.
    public static func prefix(_ prefix: String, except exceptions: Set<String> = []) -> SchemaMapping {
        SchemaMapping(keys: [], secrets: [], prefix: prefix, exceptions: exceptions)
    }

    private init(keys: [MirroredKey], secrets: [MirroredSecret], prefix: String?, exceptions: Set<String>) {
        self.keys = keys
        self.secrets = secrets
        self.prefix = prefix == "" ? nil : prefix
        self.exceptions = exceptions
    }

    /// Creates a mapping.
    ///
    /// - Parameters:
    ///   - keys: The settings.
    ///   - secrets: The secrets.
    ///   - prefix: The prefix of the old names of all other settings, whose values are the same; `nil` if there are no others.
    ///   - exceptions: The old or new names of settings that aren't mirrored although they have the prefix.
    /// - Throws: An error if a name occurs twice. Only the old and the new name of a secret can be the same, if the stores
    ///   differ.
    public init(
        _ keys: [MirroredKey],
        secrets: [MirroredSecret] = [],
        prefix: String? = nil,
        except exceptions: Set<String> = []
    ) throws(MigrationListError) {
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
        self.init(keys: keys, secrets: secrets, prefix: prefix, exceptions: exceptions)
    }

    /// The settings with names of their own, and those with the prefix.
    ///
    /// - Parameters:
    ///   - names: The names of settings.
    ///   - includesNew: Whether a new name without an old one counts. A store may contain settings of others, so only
    ///     writes of the app show which ones it has.
    /// - Returns: The settings, those with the prefix sorted by name.
    func keys(for names: some Sequence<String>, includingNew includesNew: Bool = false) -> [MirroredKey] {
        guard let prefix else { return keys }
        let known = Set(keys.flatMap { [$0.old, $0.new] })
        var found: Set<String> = []
        for name in names {
            // The bytes, because a prefix could be a part of a composed character.
            let hasPrefix = name.utf8.starts(with: prefix.utf8)
            guard hasPrefix || includesNew else { continue }
            let new = hasPrefix ? String(decoding: name.utf8.dropFirst(prefix.utf8.count), as: UTF8.self) : name
            guard !new.isEmpty, known.isDisjoint(with: [new, prefix + new]),
                exceptions.isDisjoint(with: [new, prefix + new])
            else { continue }
            found.insert(new)
        }
        return keys + found.sorted().map { MirroredKey(prefix + $0, as: $0) }
    }

    /// The names, for reports.
    private func summary(_ text: (_ old: String, _ new: String) -> String) -> String {
        (keys.map { text($0.old, $0.new) } + (prefix.map { [text($0 + "…", "…")] } ?? [])).joined(separator: ", ")
    }

    fileprivate var mirrorSummary: String { "mirror " + summary { "\($0) as \($1)" } }
    fileprivate var dropSummary: String { "drop " + summary { old, _ in old } }

    /// Removes the old names, or throws an error if values differ.
    ///
    /// - Returns: Whether there was an old name.
    func dropOldNames(in settings: inout [String: StoredValue]) throws(DataMigrationError) -> Bool {
        var hasDropped = false
        for key in keys(for: settings.keys) where settings[key.old] != nil {
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
        MigrationMove(mapping.mirrorSummary) {
            (draft: inout MigrationDraft) throws(DataMigrationError) -> Bool in
            var hasMoved = false
            for key in mapping.keys(for: draft.values.keys) {
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
        MigrationMove(mapping.dropSummary) {
            (draft: inout MigrationDraft) throws(DataMigrationError) -> Bool in
            try mapping.dropOldNames(in: &draft.values)
        }
    }
}
