/// The untyped result of a read, which ``FeatureToggle/resolve(_:for:)`` returns.
///
/// Unlike an ``Evaluation``, it has the value in every form that a typed key may read, because an implementation of
/// ``FeatureToggle`` doesn't know the type.
public struct Resolution: Sendable {
    /// The value in canonical form, or `nil` for the typed key's default.
    public var value: JSONValue?
    /// The value as bits, for types that have bits.
    public var bits: UInt64?
    /// The decoded value of a JSON toggle, a ``ToggleObject``.
    public var object: (any AnyObject & Sendable)?
    /// The name of the variant that the remote definition chose, if one did.
    public var variant: String?
    /// Why the toggle has this value.
    public var reason: EvaluationReason
    /// The source of the value.
    public var source: ToggleSource
    /// The error that occurred during the evaluation, if any.
    public var error: EvaluationError?

    /// Creates a resolution without a value, which stands for the default.
    public init(reason: EvaluationReason = .default, error: EvaluationError? = nil) {
        self.reason = reason
        self.source = .default
        self.error = error
    }

    /// Creates a resolution from a typed value.
    public init<Value: ToggleValue>(
        _ value: Value,
        variant: String? = nil,
        reason: EvaluationReason = .static,
        source: ToggleSource,
        error: EvaluationError? = nil
    ) {
        self.value = value.json
        let type = Value.toggleType
        self.bits = type == .json || type == .string ? nil : value.fallbackBits
        self.object = type == .json ? ToggleObject(value) : nil
        self.variant = variant
        self.reason = reason
        self.source = source
        self.error = error
    }
}
