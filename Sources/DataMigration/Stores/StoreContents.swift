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
