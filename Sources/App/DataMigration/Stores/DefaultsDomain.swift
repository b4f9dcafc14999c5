/// The calls of `UserDefaults` that a store makes, for one domain, so that tests can interrupt each of them.
package protocol DefaultsDomain: Sendable {
    /// The name of the domain: the suite, or the bundle identifier of the app.
    var name: String { get }
    /// Returns the values of this domain only, without registered defaults, arguments, or the global domain.
    func values() throws(DataMigrationError) -> [String: StoredValue]
    /// Sets a value, which a property list can contain.
    func set(_ value: StoredValue, forKey key: String)
    /// Removes a value, if it exists.
    func remove(_ key: String)
    /// Waits until the earlier changes of this process have left it, and returns whether they have.
    func synchronize() -> Bool
    /// Returns another domain of the same user, for a backup.
    func other(named name: String) -> any DefaultsDomain
}
