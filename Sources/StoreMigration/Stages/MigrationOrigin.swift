/// One of the two stores of a migration.
public enum MigrationOrigin: String, Sendable, Hashable, CaseIterable, Codable {
    /// The store that is left.
    case old
    /// The store that takes over.
    case new

    /// The other store.
    public var other: MigrationOrigin { self == .old ? .new : .old }
}
