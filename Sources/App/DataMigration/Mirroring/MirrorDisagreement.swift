/// A setting whose old and new names have different values.
public struct MirrorDisagreement: Sendable, Hashable, CustomStringConvertible {
    /// The kind of the difference.
    public enum Kind: Sendable, Hashable {
        /// Only the old name has a value.
        case newIsMissing
        /// Only the new name has a value.
        case oldIsMissing
        /// The values differ.
        case differ
    }

    /// The old name.
    public let old: String
    /// The new name.
    public let new: String
    /// The kind of the difference.
    public let kind: Kind
    /// Whether the names are those of a secret.
    public let isSecret: Bool

    init(_ secret: MirroredSecret, _ kind: Kind) {
        old = secret.old
        new = secret.new
        self.kind = kind
        isSecret = true
    }

    init(_ key: MirroredKey, _ settings: [String: StoredValue]) {
        old = key.old
        new = key.new
        kind = settings[old] == nil ? .oldIsMissing : settings[new] == nil ? .newIsMissing : .differ
        isSecret = false
    }

    /// A sentence without values.
    public var description: String {
        // Both places of a secret can have the same name.
        let (old, new) = isSecret ? ("The old secret “\(old)”", "the new secret “\(new)”") : ("“\(old)”", "“\(new)”")
        return switch kind {
        case .newIsMissing: "\(old) has a value, but \(new) does not."
        case .oldIsMissing: "\(old) is missing, but \(new) has a value."
        case .differ: "\(old) and \(new) have different values."
        }
    }

    var error: DataMigrationError {
        DataMigrationError(
            .mirrorsDisagree,
            key: new,
            "\(description) Nothing was removed; first adopt the values that an older version wrote, with adoptOldWrites() or .mirror."
        )
    }
}
