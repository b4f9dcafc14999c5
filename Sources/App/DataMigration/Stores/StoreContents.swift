/// The contents of a store.
public struct StoreContents: Sendable, Hashable {
    /// The settings, which may not be parsed yet.
    var settings: Settings
    /// The record of the migrator.
    public var record: MigrationRecord

    /// The settings by key.
    ///
    /// This parses all values of a ``JSONFileStore``, so keep the dictionary if you read several values.
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

    /// The keys of all settings, sorted, without parsing their values.
    package var keys: [String] { settings.keys.sorted() }

    /// Returns whether there is a setting with a key.
    package func hasValue(_ key: String) -> Bool { settings.hasValue(key) }

    /// Adds the contents to a hash.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(values)
        hasher.combine(record)
    }

    /// Returns the contents: empty if there are none, `nil` if they are invalid.
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
