/// A key-value store whose data is migrated.
///
/// What makes a run all or nothing is ``update(_:)``: the new contents, with the record in it, take the place of the old
/// ones at once, whatever happens to the process.
public protocol MigrationStore: Sendable {
    /// What the store is called in messages, as its path.
    var name: String { get }

    /// Reads everything.
    ///
    /// - Returns: The contents; empty ones for a store that does not exist yet.
    /// - Throws: An error with ``DataMigrationError/Code/malformed`` for contents that were read and are none, and with
    ///   another code for contents that are not known.
    func read() throws(DataMigrationError) -> StoreContents

    /// Replaces everything at once, while nobody else can.
    ///
    /// - Parameter change: Answers the new contents, or `nil` when the old ones stay. A store may call it more than once;
    ///   what it threw is thrown on.
    /// - Returns: Whether the contents were replaced; then they are durable.
    /// - Throws: An error after which the store is as it was.
    @discardableResult
    func update(
        _ change: (StoreContents) throws(DataMigrationError) -> StoreContents?
    ) throws(DataMigrationError) -> Bool

    /// Keeps what is there as a backup, whatever it is, and puts other contents in its place.
    ///
    /// - Parameter contents: The new contents.
    /// - Returns: Where the backup is; `nil` when there was nothing.
    /// - Throws: An error after which the store is as it was.
    func startClean(with contents: StoreContents) throws(DataMigrationError) -> String?
}
