import ToggleBase

/// Secrets in memory, for tests and previews.
public final class InMemorySecretStore: SecretStore {
    private let secrets: Mutex<[String: Secret]>

    /// Creates a store.
    ///
    /// - Parameter secrets: The initial secrets.
    public init(_ secrets: [String: Secret] = [:]) {
        self.secrets = Mutex(secrets)
    }

    /// Returns the names of all secrets, sorted.
    public func names() -> [String] {
        secrets.withLock { $0.keys.sorted() }
    }

    /// Returns a secret.
    public func secret(named name: String) -> Secret? {
        secrets.withLock { $0[name] }
    }

    /// Sets a secret.
    public func set(_ secret: Secret, named name: String) {
        secrets.withLock { $0[name] = secret }
    }

    /// Removes a secret.
    public func remove(_ name: String) {
        secrets.withLock { _ = $0.removeValue(forKey: name) }
    }
}
