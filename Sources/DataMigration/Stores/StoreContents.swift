/// All that is in a store.
public struct StoreContents: Sendable, Hashable {
    /// The settings by key.
    public var values: [String: StoredValue]
    /// What the migrator keeps beside them.
    public var record: MigrationRecord

    /// Creates contents.
    public init(values: [String: StoredValue] = [:], record: MigrationRecord = MigrationRecord()) {
        self.values = values
        self.record = record
    }
}
