/// A key-value store of settings, which can be migrated.
///
/// A run is all or nothing because ``update(_:)`` replaces the contents, including the record, atomically, even if the
/// process is killed.
public protocol SettingsStore: Sendable {
    /// The name of the store in messages, such as its path.
    ///
    /// Stores that share a store of secrets need different names, which must be the same at every launch.
    var name: String { get }

    /// Completes an update that a killed process began.
    ///
    /// The migrator calls it before it reads the contents. Stores that replace their contents in a single call don't
    /// have to implement it.
    ///
    /// - Throws: An error if the update can't be completed yet.
    func recover() throws(DataMigrationError)

    /// Reads the contents.
    ///
    /// - Returns: The contents, which are empty if the store doesn't exist yet.
    /// - Throws: An error with ``DataMigrationError/Code/malformed`` for invalid contents, or with another code if the
    ///   contents are unknown.
    func read() throws(DataMigrationError) -> StoreContents

    /// Replaces the contents atomically and exclusively.
    ///
    /// - Parameter change: Returns the new contents, or `nil` to keep the old ones. A store may call it more than once,
    ///   and rethrows its errors.
    /// - Returns: Whether the contents were replaced; if so, they are durable.
    /// - Throws: An error, without having changed the store.
    @discardableResult
    func update(
        _ change: (StoreContents) throws(DataMigrationError) -> StoreContents?
    ) throws(DataMigrationError) -> Bool

    /// Keeps the contents, even invalid ones, as a backup, and replaces them.
    ///
    /// - Parameters:
    ///   - contents: The new contents.
    ///   - condition: Returns whether to continue. It receives the contents, or `nil` if they are invalid, while no
    ///     other process can write. A store may call it more than once.
    /// - Returns: Whether the contents were replaced.
    /// - Throws: An error, without having changed the store.
    func startClean(
        with contents: StoreContents,
        if condition: (StoreContents?) -> Bool
    ) throws(DataMigrationError) -> CleanStart

    /// Throws an error for settings that the store can't contain.
    ///
    /// The migrator calls it after each step, so that the step with the invalid value fails. Stores that can contain
    /// every value don't have to implement it.
    ///
    /// - Parameter values: The settings that a step changed.
    /// - Throws: An error with ``DataMigrationError/Code/invalidValue``.
    func check(_ values: [String: StoredValue]) throws(DataMigrationError)

    /// Throws an error for contents that the store can't contain, because of one setting or as a whole.
    ///
    /// The migrator calls it after each step. The default implementation calls ``check(_:)`` with the changed settings.
    ///
    /// - Parameters:
    ///   - contents: The contents after the step.
    ///   - old: The contents before the step.
    /// - Throws: An error with ``DataMigrationError/Code/invalidValue`` for a setting, or with
    ///   ``DataMigrationError/Code/unwritable`` for contents that are too large.
    func check(_ contents: StoreContents, insteadOf old: StoreContents) throws(DataMigrationError)
}

extension SettingsStore {
    /// Keeps the contents, even invalid ones, as a backup, and replaces them.
    ///
    /// - Parameter contents: The new contents.
    /// - Returns: The path or name of the backup; `nil` if there were no contents.
    /// - Throws: An error, without having changed the store.
    @discardableResult
    public func startClean(with contents: StoreContents) throws(DataMigrationError) -> String? {
        switch try startClean(with: contents, if: { _ in true }) {
        case .started(let backup): backup
        case .refused: nil
        }
    }

    /// Does nothing.
    public func recover() throws(DataMigrationError) {}

    /// Accepts all settings.
    public func check(_ values: [String: StoredValue]) throws(DataMigrationError) {}

    /// Calls ``check(_:)`` with the changed settings.
    public func check(_ contents: StoreContents, insteadOf old: StoreContents) throws(DataMigrationError) {
        try check(contents.changes(since: old))
    }
}
