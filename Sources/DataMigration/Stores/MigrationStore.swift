/// A key-value store whose data is migrated.
///
/// What makes a run all or nothing is ``update(_:)``: the new contents, with the record in it, take the place of the old
/// ones at once, whatever happens to the process.
public protocol MigrationStore: Sendable {
    /// What the store is called in messages, as its path.
    ///
    /// Stores that share a store of secrets have different names, and each the same at every start.
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
    /// - Parameters:
    ///   - contents: The new contents.
    ///   - condition: Asked, while nobody else can write, whether it is still to be done; told the contents, or `nil` when
    ///     they are malformed. A store may ask more than once.
    /// - Returns: Whether it was done.
    /// - Throws: An error after which the store is as it was.
    func startClean(
        with contents: StoreContents,
        if condition: (StoreContents?) -> Bool
    ) throws(DataMigrationError) -> CleanStart

    /// Refuses settings that the store cannot hold.
    ///
    /// The migrator asks behind each step, so that what cannot be held is a failure of that step. A store that holds every
    /// value needs none.
    ///
    /// - Parameter values: The settings that a step has changed.
    /// - Throws: An error with ``DataMigrationError/Code/invalidValue`` for one that cannot be held.
    func check(_ values: [String: StoredValue]) throws(DataMigrationError)

    /// Refuses contents that the store cannot hold, for one of their settings or as a whole.
    ///
    /// The migrator asks this after each step. Unless a store implements it, it asks ``check(_:)`` about the settings that
    /// the step has changed.
    ///
    /// - Parameters:
    ///   - contents: The contents that a step has made.
    ///   - old: The contents before the step.
    /// - Throws: An error with ``DataMigrationError/Code/invalidValue`` for a setting that cannot be held, with
    ///   ``DataMigrationError/Code/unwritable`` for contents that are too large.
    func check(_ contents: StoreContents, insteadOf old: StoreContents) throws(DataMigrationError)
}

extension MigrationStore {
    /// Keeps what is there as a backup, whatever it is, and puts other contents in its place.
    ///
    /// - Parameter contents: The new contents.
    /// - Returns: Where the backup is; `nil` when there was nothing.
    /// - Throws: An error after which the store is as it was.
    @discardableResult
    public func startClean(with contents: StoreContents) throws(DataMigrationError) -> String? {
        switch try startClean(with: contents, if: { _ in true }) {
        case .started(let backup): backup
        case .refused: nil
        }
    }

    /// Refuses nothing.
    public func check(_ values: [String: StoredValue]) throws(DataMigrationError) {}

    /// Refuses settings that have changed and that ``check(_:)`` refuses.
    public func check(_ contents: StoreContents, insteadOf old: StoreContents) throws(DataMigrationError) {
        try check(contents.settings.changes(since: old.settings))
    }
}
