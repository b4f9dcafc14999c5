/// A toggle's value with its why, in OpenFeature's words.
public struct Evaluation<Value: Sendable>: Sendable {
    /// The value in force.
    public let value: Value
    /// The name of the variant that the remote definition chose, if one did.
    public let variant: String?
    /// Why it has this value.
    public let reason: EvaluationReason
    /// Where the value comes from.
    public let source: ToggleSource
    /// What went wrong on the way, the first thing if there were several.
    ///
    /// The value is usable all the same.
    public let error: EvaluationError?

    /// Creates an evaluation.
    public init(
        value: Value,
        variant: String? = nil,
        reason: EvaluationReason,
        source: ToggleSource,
        error: EvaluationError? = nil
    ) {
        self.value = value
        self.variant = variant
        self.reason = reason
        self.source = source
        self.error = error
    }
}

extension Evaluation: Equatable where Value: Equatable {}

/// Where a value comes from, in the order in which sources are asked.
public enum ToggleSource: String, Sendable, Hashable, CaseIterable {
    /// `--enable-toggle new_checkout`, `--toggle search_ranking=neural`.
    case launchArgument = "launch argument"
    /// `TOGGLE_NEW_CHECKOUT=1`.
    case environment
    /// The local defaults file, which the console and the command line write.
    case localDefaults = "local defaults"
    /// The remote document.
    case remote
    /// The default of the declaration.
    case `default`

    /// Whether the source is an override: a launch argument, the environment or the local defaults file.
    public var isOverride: Bool {
        switch self {
        case .launchArgument, .environment, .localDefaults: true
        case .remote, .default: false
        }
    }
}
