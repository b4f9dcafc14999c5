public import DataMigration

/// Settings and secrets of a test.
public struct TrialData: Sendable, Hashable {
    /// The settings by key.
    public var values: [String: StoredValue]
    /// The secrets by name.
    public var secrets: [String: Secret]

    /// Creates data.
    public init(values: [String: StoredValue] = [:], secrets: [String: Secret] = [:]) {
        self.values = values
        self.secrets = secrets
    }
}
