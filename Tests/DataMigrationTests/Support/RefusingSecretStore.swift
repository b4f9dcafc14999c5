import DataMigration
import ToggleBase

/// A store that refuses to change some secrets until it recovers.
final class RefusingSecretStore: SecretStore {
    private let secrets: InMemorySecretStore
    private let refuses: Mutex<(@Sendable (String) -> Bool)?>
    private let code: DataMigrationError.Code

    init(
        _ secrets: [String: Secret] = [:],
        throwing code: DataMigrationError.Code = .secretsUnavailable,
        refusing names: @escaping @Sendable (String) -> Bool
    ) {
        self.secrets = InMemorySecretStore(secrets)
        self.code = code
        refuses = Mutex(names)
    }

    func refuse(_ names: @escaping @Sendable (String) -> Bool) { refuses.withLock { $0 = names } }
    func recover() { refuses.withLock { $0 = nil } }
    func names() -> [String] { secrets.names() }
    func secret(named name: String) -> Secret? { secrets.secret(named: name) }

    func remove(_ name: String) throws(DataMigrationError) {
        try refuse(name)
        secrets.remove(name)
    }

    func set(_ secret: Secret, named name: String) throws(DataMigrationError) {
        try refuse(name)
        secrets.set(secret, named: name)
    }

    private func refuse(_ name: String) throws(DataMigrationError) {
        if refuses.withLock({ $0?(name) ?? false }) { throw DataMigrationError(code, "The keychain is locked.") }
    }
}
