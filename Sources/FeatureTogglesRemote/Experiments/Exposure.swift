/// Somebody was given a variant of an experiment.
public struct Exposure: Sendable, Hashable {
    /// The toggle's key.
    public let toggle: String
    /// The name of the variant, one of the toggle's declared values.
    public let variant: String
    /// Who was given it: the context's targeting key.
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

/// How a client treats experiments.
public struct ExperimentConfiguration: Sendable {
    /// How many exposures a client remembers: 16,384, in 128 KiB.
    public static let rememberedExposures = 1 << 14

    /// Is called once for each toggle, variant and targeting key in a client's life, on a task of its own.
    ///
    /// Only what the remote document decided counts: neither overrides, nor the declared default. A read never waits for
    /// it. Past ``rememberedExposures`` different ones the client forgets some, and those may be reported again.
    public var onExposure: (@Sendable (Exposure) async -> Void)?
    /// Where variants are kept that stay with a person for good; `nil` decides anew at every read.
    public var assignments: (any AssignmentStore)?

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - assignments: Where variants are kept that stay with a person for good; `nil` decides anew at every read, which
    ///     gives the same variant as long as the document's shares stay the same.
    ///   - onExposure: Is called once for each toggle, variant and targeting key.
    public init(
        assignments: (any AssignmentStore)? = nil,
        onExposure: (@Sendable (Exposure) async -> Void)? = nil
    ) {
        self.assignments = assignments
        self.onExposure = onExposure
    }
}
