import DurableFiles

/// Secrets that are gone with the process: for tests and previews.
public final class InMemorySecretStore: SecretStore {
    private let secrets: Mutex<[String: Secret]>

    /// Creates a store.
    ///
    /// - Parameter secrets: What is in it.
    public init(_ secrets: [String: Secret] = [:]) {
        self.secrets = Mutex(secrets)
    }

    /// The names of all secrets, sorted.
    public func names() -> [String] {
        secrets.withLock { $0.keys.sorted() }
    }

    /// The secret of a name.
    public func secret(named name: String) -> Secret? {
        secrets.withLock { $0[name] }
    }

    /// Keeps a secret under a name.
    public func set(_ secret: Secret, named name: String) {
        secrets.withLock { $0[name] = secret }
    }

    /// Removes a secret.
    public func remove(_ name: String) {
        secrets.withLock { _ = $0.removeValue(forKey: name) }
    }
}
