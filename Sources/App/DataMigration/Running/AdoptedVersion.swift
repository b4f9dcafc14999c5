import ToggleBase

/// The version of data that was migrated before the app used this library.
struct AdoptedVersion: Sendable {
    /// The key of the setting, for messages.
    private let key: String
    /// The store with the setting; `nil` for the migrated one.
    private let store: (any SettingsStore)?
    /// Returns the version, or `nil` if the value means that no version migrated the data.
    private let version: @Sendable (StoredValue) throws(DataMigrationError) -> String?

    init(
        _ key: String,
        in store: (any SettingsStore)?,
        _ version: @escaping @Sendable (StoredValue) throws(DataMigrationError) -> String?
    ) {
        self.key = key
        self.store = store
        self.version = version
    }

    /// Returns the version of data without a record.
    ///
    /// - Parameter settings: The migrated settings.
    /// - Returns: The version; `nil` without the setting.
    /// - Throws: An error if the setting can't be read, or isn't a version. It is never treated as missing, because all
    ///   steps would run again.
    func version(of settings: [String: StoredValue]) throws(DataMigrationError) -> String? {
        let stored = if let store { try Self.value(of: key, in: store) } else { settings[key] }
        guard let stored, let version = try version(stored) else { return nil }
        guard AppVersion(version) != nil else {
            throw DataMigrationError(
                .invalidVersion,
                key: key,
                """
                “\(key)”, from which the version of the data is adopted, does not contain a version such as 2.1.0; convert \
                its value with adopting(versionFrom:in:_:).
                """
            )
        }
        return version
    }

    /// Reads a setting of another store.
    ///
    /// - Throws: An error, also with another code than the store's, because invalid contents of that store are no reason
    ///   to replace those of the migrated one.
    private static func value(
        of key: String,
        in store: any SettingsStore
    ) throws(DataMigrationError) -> StoredValue? {
        do throws(DataMigrationError) {
            return try store.read().values[key]
        } catch {
            throw DataMigrationError(.unreadable, key: error.key ?? key, error.message, underlying: error.underlying)
        }
    }
}

extension DataMigrator {
    /// Returns a migrator that adopts the version from a setting of the app, for an app that has kept its own version so
    /// far.
    ///
    /// The setting is only read if the store has no version of the migrator yet, so that data that the app's own code
    /// has migrated isn't migrated again. The first run records the version, even if no step is due. From then on, the
    /// setting is ignored; it stays, because an older version of the app may read it.
    ///
    /// ```swift
    /// let migrator = DataMigrator(steps) { monitoring.report("\($0)") }
    ///     .adopting(versionFrom: "lastMigratedVersion")
    /// ```
    ///
    /// If there is no such setting, all steps run. If it isn't a string with a version, or its store can't be read, the
    /// run fails, and the data stays unchanged.
    ///
    /// - Parameters:
    ///   - key: The key of the setting, a string such as `2.1.0`.
    ///   - store: The store with the setting; `nil` for the migrated store.
    /// - Returns: The migrator.
    public func adopting(versionFrom key: String, in store: (any SettingsStore)? = nil) -> DataMigrator {
        adopting(versionFrom: key, in: store) { (version: String) in version }
    }

    /// Returns a migrator that adopts the version from a setting of the app with a format of its own.
    ///
    /// ```swift
    /// migrator.adopting(versionFrom: "schema") { (schema: Int) in schema == 0 ? nil : "\(schema).0.0" }
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key of the setting.
    ///   - store: The store with the setting; `nil` for the migrated store.
    ///   - version: Converts the value to the version of the app that has migrated the data; returns `nil` if none has,
    ///     so that all steps run.
    /// - Returns: The migrator.
    public func adopting<Value: StoredConvertible>(
        versionFrom key: String,
        in store: (any SettingsStore)? = nil,
        _ version: @escaping @Sendable (Value) -> String?
    ) -> DataMigrator {
        var migrator = self
        migrator.adopted = AdoptedVersion(key, in: store) { stored throws(DataMigrationError) in
            guard let value = Value(stored: stored) else {
                throw MigrationDraft.mismatch(key, stored, "\(Value.self)")
            }
            return version(value)
        }
        return migrator
    }
}
