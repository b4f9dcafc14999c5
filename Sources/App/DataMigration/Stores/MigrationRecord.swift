/// The migrator's own data in a store, replaced together with the settings.
///
/// Stores keep it as ``stored`` under a reserved name that no setting can have.
public struct MigrationRecord: Sendable, Hashable {
    /// The version of the app that migrated last; `nil` if none did.
    public var version: String?
    /// The names of the steps that failed and were skipped.
    public var skippedSteps: [String]
    /// The remaining changes of secrets.
    package var secrets: SecretJournal?

    /// Creates a record.
    public init(version: String? = nil, skippedSteps: [String] = []) {
        self.version = version
        self.skippedSteps = skippedSteps
    }

    /// Whether the record is empty.
    public var isEmpty: Bool { self == MigrationRecord() }

    /// The record as a value for any store.
    public var stored: StoredValue {
        var members: [String: StoredValue] = [:]
        if let version { members["version"] = .string(version) }
        if !skippedSteps.isEmpty { members["skipped"] = skippedSteps.stored }
        if let secrets {
            members["run"] = secrets.run.stored
            members["publish"] = secrets.published.stored
            members["remove"] = secrets.removed.stored
            if !secrets.leftovers.isEmpty { members["clean"] = secrets.leftovers.stored }
        }
        return .dictionary(members)
    }

    /// Creates a record from its stored form, or returns `nil` if it is invalid.
    ///
    /// - Parameter stored: The value of ``stored``.
    public init?(stored: StoredValue) {
        guard case .dictionary(let members) = stored else { return nil }
        self.init()
        if let version = members["version"] {
            guard let version = String(stored: version) else { return nil }
            self.version = version
        }
        if let skipped = members["skipped"] {
            guard let skipped = [String](stored: skipped) else { return nil }
            skippedSteps = skipped
        }
        if let run = members["run"] {
            guard let run = String(stored: run),
                let published = members["publish"].map([String].init(stored:)) ?? [],
                let removed = members["remove"].map([String].init(stored:)) ?? [],
                let leftovers = members["clean"].map([String].init(stored:)) ?? []
            else { return nil }
            secrets = SecretJournal(run: run, published: published, removed: removed, leftovers: leftovers)
        }
    }
}
