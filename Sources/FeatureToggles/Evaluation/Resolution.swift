/// The untyped answer to a read: what ``FeatureToggle/resolve(_:for:)`` returns.
public struct Resolution: Sendable {
    /// The value in canonical form (see ``ToggleType/canonical(_:)``), or `nil` where the typed key's default is meant.
    public var value: JSONValue?
    /// The value as bits, for types that have bits.
    public var bits: UInt64?
    /// The decoded value of a JSON toggle, a ``ToggleObject``.
    public var object: (any AnyObject & Sendable)?
    /// The name of the variant that the remote definition chose, if one did.
    public var variant: String?
    /// Why.
    public var reason: EvaluationReason
    /// Where the value comes from.
    public var source: ToggleSource
    /// What went wrong on the way.
    public var error: EvaluationError?

    /// Creates the answer "nothing is known, take the default".
    public init(reason: EvaluationReason = .default, error: EvaluationError? = nil) {
        self.reason = reason
        self.source = .default
        self.error = error
    }

    /// Creates an answer from a typed value.
    public init<Value: ToggleValue>(
        _ value: Value,
        variant: String? = nil,
        reason: EvaluationReason = .static,
        source: ToggleSource,
        error: EvaluationError? = nil
    ) {
        self.value = value.json
        self.bits = value.fallbackBits
        self.object = ToggleObject(value)
        self.variant = variant
        self.reason = reason
        self.source = source
        self.error = error
    }
}
