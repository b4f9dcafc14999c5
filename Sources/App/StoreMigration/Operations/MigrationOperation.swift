/// The kind of an operation on the stores of a migration.
public enum MigrationOperation: String, Sendable, Hashable, CaseIterable {
    /// A read.
    case read
    /// A write.
    case write
}
