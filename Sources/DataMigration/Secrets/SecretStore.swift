/// A store of secrets, separate from the settings.
///
/// Each call is atomic: it either makes a durable change, or throws an error without changing anything. Names that begin
/// with `DataMigration.` are reserved for secrets that the migrator has staged. Several stores of settings can share one
/// store of secrets if their names differ.
public protocol SecretStore: Sendable {
    /// Returns the names of all secrets.
    func names() throws(DataMigrationError) -> [String]
    /// Returns the secret with a name, or `nil` if there is none.
    func secret(named name: String) throws(DataMigrationError) -> Secret?
    /// Sets a secret, replacing any previous one with the same name.
    func set(_ secret: Secret, named name: String) throws(DataMigrationError)
    /// Removes a secret, if it exists.
    func remove(_ name: String) throws(DataMigrationError)
}
