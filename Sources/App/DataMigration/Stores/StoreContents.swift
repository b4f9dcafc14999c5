/// The contents of a store.
public struct StoreContents: Sendable, Hashable {
    /// The settings by key.
    public var values: [String: StoredValue]
    /// The record of the migrator.
    public var record: MigrationRecord

    /// Creates contents.
    public init(values: [String: StoredValue] = [:], record: MigrationRecord = MigrationRecord()) {
        self.values = values
        self.record = record
    }

    /// Returns the settings that were added or changed.
    func changes(since old: StoreContents) -> [String: StoredValue] {
        values.filter { old.values[$0.key] != $0.value }
    }

    /// Returns the contents: empty if there are none, `nil` if they are invalid.
    static func unlessMalformed(
        _ read: () throws(DataMigrationError) -> StoreContents?
    ) throws(DataMigrationError) -> StoreContents? {
        do throws(DataMigrationError) {
            return try read() ?? StoreContents()
        } catch  where error.code == .malformed {
            return nil
        }
    }
}
