/// How `fractional` hashes a user.
///
/// Changing it moves almost every user to another bucket, so all evaluators of a document must use the same one.
public enum Bucketing: String, Sendable, Hashable, CaseIterable {
    /// The bytes of the bucketing string, by default the flag's key followed by the targeting key.
    ///
    /// flagd's daemon and providers used this until 2026.
    case v2
    /// The canonical CBOR (RFC 8949, 4.2.1) of the bucketing value, by default the array of flag key and targeting key.
    case v3
}
