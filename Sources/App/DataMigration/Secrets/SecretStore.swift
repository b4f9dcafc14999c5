/// A store of secrets, separate from the settings.
///
/// Each call is atomic: it either makes a durable change, or throws an error without changing anything. Names that begin
/// with `DataMigration.` are reserved for secrets that the migrator has staged. Several stores of settings can share one
/// store of secrets if their names differ.
public protocol SecretStore: Sendable {
    /// Returns whether the store exists.
    ///
    /// A ``FileSecretStore`` doesn't exist before its first secret is set, or after its file was moved away. Secrets that
    /// it lacks then weren't removed, which ``MirroredSecretStore/adoptOldWrites()`` has to know.
    func exists() throws(DataMigrationError) -> Bool
    /// Returns the names of all secrets.
    func names() throws(DataMigrationError) -> [String]
    /// Returns the secret with a name, or `nil` if the store doesn't contain it.
    func secret(named name: String) throws(DataMigrationError) -> Secret?
    /// Sets a secret, replacing any previous one with the same name.
    func set(_ secret: Secret, named name: String) throws(DataMigrationError)
    /// Removes a secret, if it exists.
    func remove(_ name: String) throws(DataMigrationError)
    /// Returns how a secret is protected, in a form of the store; `nil` if there is no such secret or no choice.
    func protection(ofSecret name: String) throws(DataMigrationError) -> String?
    /// Sets a secret. A new one is protected in a way that ``protection(ofSecret:)`` returned, so that renamed secrets
    /// keep their protection; an existing one keeps its own.
    func set(_ secret: Secret, named name: String, protection: String?) throws(DataMigrationError)
}

extension SecretStore {
    /// Returns `true`, for a store that always exists, such as a keychain.
    public func exists() throws(DataMigrationError) -> Bool { true }

    /// Returns `nil`, for a store that protects all secrets in the same way.
    public func protection(ofSecret name: String) throws(DataMigrationError) -> String? { nil }

    /// Sets a secret, regardless of the protection.
    public func set(_ secret: Secret, named name: String, protection: String?) throws(DataMigrationError) {
        try set(secret, named: name)
    }
}
