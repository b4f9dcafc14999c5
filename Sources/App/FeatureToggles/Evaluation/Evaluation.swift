/// A toggle's value, and why it has that value, in OpenFeature's terms.
///
/// This is what a caller gets: the value has the toggle's type, and the source is known.
public struct Evaluation<Value: Sendable>: Sendable {
    /// The current value.
    public let value: Value
    /// The name of the variant that the remote definition chose, if one did.
    public let variant: String?
    /// Why the toggle has this value.
    public let reason: EvaluationReason
    /// The source of the value.
    public let source: ToggleSource
    /// The error that occurred during the evaluation, or the first of several.
    ///
    /// The value can be used all the same.
    public let error: EvaluationError?
    /// What the value of a JSON toggle was decoded to, if it was decoded during the evaluation.
    package var decoded = DecodedObject()

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

/// The source of a value; the cases are in evaluation order.
public enum ToggleSource: String, Sendable, Hashable, CaseIterable {
    /// A launch argument, such as `--enable-toggle new_checkout` or `--toggle search_ranking=neural`.
    case launchArgument = "launch argument"
    /// An environment variable, such as `TOGGLE_NEW_CHECKOUT=1`.
    case environment
    /// The local defaults file, which the console and the command line write.
    case localDefaults = "local defaults"
    /// The remote document.
    case remote
    /// The default in the toggle's declaration.
    case `default`

    /// Whether the source is an override: a launch argument, the environment, or the local defaults file.
    package var isOverride: Bool {
        switch self {
        case .launchArgument, .environment, .localDefaults: true
        case .remote, .default: false
        }
    }
}
