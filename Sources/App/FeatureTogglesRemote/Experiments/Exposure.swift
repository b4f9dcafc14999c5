/// A record that a user was given a variant of an experiment, or a stage of a migration.
public struct Exposure: Sendable, Hashable {
    /// The toggle's key.
    public let toggle: String
    /// The name of the variant, one of the toggle's declared values, or of the stage.
    public let variant: String
    /// The user who was given it: the context's targeting key.
    public let targetingKey: String
    /// The remote parameter that decided.
    public let remoteParameter: String

    /// Creates an exposure.
    public init(toggle: String, variant: String, targetingKey: String, remoteParameter: String) {
        self.toggle = toggle
        self.variant = variant
        self.targetingKey = targetingKey
        self.remoteParameter = remoteParameter
    }
}

/// A client's settings for experiments.
public struct ExperimentConfiguration: Sendable {
    /// The number of exposures that a client remembers: 16,384, in 128 KiB.
    public static let rememberedExposures = 1 << 14

    /// A closure that is called once per toggle, variant, and targeting key in a client's life, in a separate task.
    ///
    /// It is called only for variants that `fractional` chose, or a service that splits users itself; not for variants
    /// that a rule gives to certain users, defaults, or overrides. A stage of a migration counts as a variant of its
    /// toggle. Reads never wait for it. Beyond ``rememberedExposures`` different exposures, the client forgets some,
    /// which it may report again.
    public var onExposure: (@Sendable (Exposure) async -> Void)?
    /// The store of permanent assignments; `nil` decides at every read.
    public var assignments: (any AssignmentStore)?

    /// Creates settings for experiments.
    ///
    /// - Parameters:
    ///   - assignments: The store of permanent assignments. `nil` decides at every read, which gives the same variant
    ///     as long as the document's shares don't change.
    ///   - onExposure: A closure that is called once per toggle, variant, and targeting key.
    public init(
        assignments: (any AssignmentStore)? = nil,
        onExposure: (@Sendable (Exposure) async -> Void)? = nil
    ) {
        self.assignments = assignments
        self.onExposure = onExposure
    }
}
