/// A secret with an old and a new place during a rollout.
public struct MirroredSecret: Sendable {
    /// The name in the old store.
    public let old: String
    /// The name in the new store.
    public let new: String
    let forward: @Sendable (Secret) -> Secret?
    let backward: @Sendable (Secret) -> Secret?

    /// Creates a secret with the same bytes in both places.
    ///
    /// - Parameters:
    ///   - old: The name in the old store.
    ///   - new: The name in the new store; `nil` if it is the same.
    public init(_ old: String, as new: String? = nil) {
        self.init(old, as: new, to: { $0 }, back: { $0 })
    }

    /// Creates a secret that is encoded in another way in the new store.
    ///
    /// - Parameters:
    ///   - old: The name in the old store.
    ///   - new: The name in the new store; `nil` if it is the same.
    ///   - forward: Converts an old secret to a new one, or returns `nil` if that is impossible.
    ///   - backward: Converts a new secret to an old one, or returns `nil`, which is an error when the secret is written.
    public init(
        _ old: String,
        as new: String? = nil,
        to forward: @escaping @Sendable (Secret) -> Secret?,
        back backward: @escaping @Sendable (Secret) -> Secret?
    ) {
        self.old = old
        self.new = new ?? old
        self.forward = forward
        self.backward = backward
    }

    /// Returns the new form of an old secret.
    func converted(_ secret: Secret) throws(DataMigrationError) -> Secret {
        guard let new = forward(secret) else { throw Self.failure(old) }
        return new
    }

    /// Returns the old form of a new secret.
    func reverted(_ secret: Secret) throws(DataMigrationError) -> Secret {
        guard let old = backward(secret) else { throw Self.failure(new) }
        return old
    }

    private static func failure(_ name: String) -> DataMigrationError {
        DataMigrationError(
            .failedConversion,
            key: name,
            "The secret “\(name)” cannot be converted; return a result for every secret."
        )
    }
}
