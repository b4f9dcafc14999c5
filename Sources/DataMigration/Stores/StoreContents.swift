/// All that is in a store.
public struct StoreContents: Sendable, Hashable {
    /// The settings, which a store may not have read from its text yet.
    var settings: Settings
    /// What the migrator keeps beside them.
    public var record: MigrationRecord

    /// The settings by key.
    ///
    /// ``JSONFileStore`` keeps values as text until they are asked for: this reads all of them. Keep the dictionary where
    /// you need more than one.
    public var values: [String: StoredValue] {
        get { settings.values }
        _modify { yield &settings.values }
    }

    /// Creates contents.
    public init(values: [String: StoredValue] = [:], record: MigrationRecord = MigrationRecord()) {
        self.init(settings: Settings(values), record: record)
    }

    init(settings: Settings, record: MigrationRecord) {
        self.settings = settings
        self.record = record
    }

    /// Adds the contents to a hash.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(values)
        hasher.combine(record)
    }

    /// Contents that somebody reads: empty ones where there is nothing, `nil` for malformed ones.
    package static func unlessMalformed(
        _ read: () throws(DataMigrationError) -> StoreContents?
    ) throws(DataMigrationError) -> StoreContents? {
        do throws(DataMigrationError) {
            return try read() ?? StoreContents()
        } catch  where error.code == .malformed {
            return nil
        }
    }
}
