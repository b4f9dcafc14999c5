/// A store in which settings have an old and a new name, so that older and newer versions of the app can share it.
///
/// The newer version reads and writes through it, with either name, and each write sets both names. So if the values
/// differ, the older version wrote last; call ``adoptOldWrites(includingRemovals:)`` at launch to adopt its values.
///
/// ```swift
/// let mapping = try SchemaMapping([MirroredKey("tab", as: "tab.selected")])
/// let settings = MirroredStore(JSONFileStore(path: path), mapping)
/// try settings.adoptOldWrites()
/// try settings.write { $0["tab.selected"] = "home" }      // sets tab, too
/// // … and in a later version, when the older ones are no longer used:
/// try settings.dropOldNames()
/// ```
///
/// If secrets are mirrored, too, pass their ``MirroredSecretStore``, so that one call adopts, verifies, or ends both.
public struct MirroredStore: Sendable {
    private let store: any SettingsStore
    private let mapping: SchemaMapping
    private let secrets: MirroredSecretStore?

    /// Creates a mirrored store.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - mapping: The old and the new names.
    ///   - secrets: The secrets with the same mapping, if there are any.
    public init(_ store: any SettingsStore, _ mapping: SchemaMapping, secrets: MirroredSecretStore? = nil) {
        self.store = store
        self.mapping = mapping
        self.secrets = secrets
    }

    /// Returns all settings, under both names.
    public func read() throws(DataMigrationError) -> [String: StoredValue] {
        try store.read().values
    }

    /// Changes settings, all or nothing, under both of their names.
    ///
    /// - Parameter change: Changes the settings by old or new names. A store may call it more than once.
    /// - Throws: An error, without having changed anything, if the store can't be written, a value can't be converted,
    ///   or both names were set to different values.
    public func write(_ change: (inout [String: StoredValue]) -> Void) throws(DataMigrationError) {
        try store.update { contents throws(DataMigrationError) in
            var new = contents
            change(&new.values)
            let old = contents.values
            let changed = Set(old.keys).union(new.values.keys).filter { old[$0] != new.values[$0] }
            for key in mapping.keys(for: changed, includingNew: true) {
                let hasOldChanged = new.values[key.old] != old[key.old]
                let hasNewChanged = new.values[key.new] != old[key.new]
                if hasNewChanged, hasOldChanged {
                    guard key.agree(new.values[key.old], new.values[key.new]) else {
                        throw MirrorDisagreement(key, new.values).error
                    }
                } else if hasNewChanged {
                    new.values[key.old] = try new.values[key.new].map(key.backward)
                } else if hasOldChanged {
                    new.values[key.new] = try new.values[key.old].map(key.forward)
                }
            }
            return new == contents ? nil : new
        }
    }

    /// Returns the settings, and then the secrets, whose names have different values, in the order of the mapping.
    public func verify() throws(DataMigrationError) -> [MirrorDisagreement] {
        let settings = try store.read().values
        return try disagreements(in: settings).map { MirrorDisagreement($0, settings) } + (secrets?.verify() ?? [])
    }

    private func disagreements(in settings: [String: StoredValue]) -> [MirroredKey] {
        mapping.keys(for: settings.keys).filter { !$0.agree(settings[$0.old], settings[$0.new]) }
    }

    /// Adopts the values that an older version wrote under the old names, and then the secrets.
    ///
    /// - Parameter includingRemovals: Whether to remove settings that have no value under the old name. Don't use it
    ///   after the old names were dropped, because it would remove all settings. Settings that are mirrored by their
    ///   prefix stay, because others may have set them. Removed secrets are always detected.
    /// - Returns: The differences that were found.
    /// - Throws: An error, without having changed any setting. If a secret can't be changed, the settings already are.
    @discardableResult
    public func adoptOldWrites(
        includingRemovals: Bool = false
    ) throws(DataMigrationError) -> [MirrorDisagreement] {
        var adopted: [MirrorDisagreement] = []
        try store.update { contents throws(DataMigrationError) in
            adopted = []
            var new = contents
            let settings = contents.values
            for key in disagreements(in: settings) where includingRemovals || settings[key.old] != nil {
                new.values[key.new] = try settings[key.old].map(key.forward)
                adopted.append(MirrorDisagreement(key, settings))
            }
            return adopted.isEmpty ? nil : new
        }
        return try adopted + (secrets?.adoptOldWrites() ?? [])
    }

    /// Ends the rollout by removing the old names of settings and secrets.
    ///
    /// Calling it again completes a call that was interrupted between the settings and the secrets.
    ///
    /// - Throws: An error, without having changed anything, if values differ or the settings can't be written. If a secret
    ///   can't be removed, the old settings already are.
    public func dropOldNames() throws(DataMigrationError) {
        _ = try secrets?.removable()
        try store.update { contents throws(DataMigrationError) in
            var new = contents
            return try mapping.dropOldNames(in: &new.values) ? new : nil
        }
        try secrets?.dropOldNames()
    }
}
