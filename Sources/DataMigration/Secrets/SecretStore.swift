/// Where secrets are kept, apart from settings.
///
/// Each call stands for itself: it is done, durably, or it throws and changed nothing. Names that begin with
/// `DataMigration.` belong to the migrator: under them it keeps secrets that are not in force yet. Several stores of
/// settings may share one store of secrets, as long as their names differ.
public protocol SecretStore: Sendable {
    /// The names of all secrets.
    func names() throws(DataMigrationError) -> [String]
    /// The secret of a name, or `nil` when there is none.
    func secret(named name: String) throws(DataMigrationError) -> Secret?
    /// Keeps a secret under a name, in place of the one that was there.
    func set(_ secret: Secret, named name: String) throws(DataMigrationError)
    /// Removes a secret; nothing happens when there is none.
    func remove(_ name: String) throws(DataMigrationError)
}
