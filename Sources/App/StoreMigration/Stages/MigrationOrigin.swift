/// One of the two stores of a migration.
public enum MigrationOrigin: String, Sendable, Hashable, CaseIterable, Codable {
    /// The store that data moves from.
    case old
    /// The store that data moves to.
    case new

    /// The other store.
    public var other: MigrationOrigin { self == .old ? .new : .old }
}
