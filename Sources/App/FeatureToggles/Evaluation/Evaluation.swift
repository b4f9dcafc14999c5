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

    /// Creates the evaluation of a value that has been resolved.
    init(_ value: Value, _ resolution: Resolution) {
        self.init(
            value: value,
            variant: resolution.variant,
            reason: resolution.reason,
            source: resolution.source,
            error: resolution.error
        )
    }
}

extension Evaluation: Equatable where Value: Equatable {}

extension Evaluation: CustomStringConvertible {
    /// The value, its reason and source, the variant, and the error: `neural (TARGETING_MATCH, remote, variant on)`.
    public var description: String {
        // The cast also unwraps an optional value.
        let value = (value as? any CustomStringConvertible)?.description ?? String(describing: value)
        let facts = [reason.rawValue, source.rawValue] + (variant.map { ["variant \($0)"] } ?? [])
        return "\(value) (\(facts.joined(separator: ", ")))" + (error.map { "; \($0)" } ?? "")
    }
}
