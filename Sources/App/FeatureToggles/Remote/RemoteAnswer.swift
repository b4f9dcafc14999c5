/// The answer of a remote document about a toggle: what its rules or its server decided.
///
/// Unlike an ``Evaluation``, it may leave the value to the default in the code, and only the client knows whether an
/// override takes precedence.
package struct RemoteAnswer: Sendable, Hashable {
    /// The value, or `nil` for the default in the code.
    package var value: JSONValue?
    /// Whether the value is a string to be parsed as the toggle's type.
    package var isText: Bool
    /// The name of the variant.
    package var variant: String?
    /// Why the toggle has this value.
    package var reason: EvaluationReason
    /// The error that occurred during the evaluation, if any.
    package var error: EvaluationError?
    /// The part of the rule that was decisive.
    package var rule: String?
    /// Whether the split of an experiment chose the variant, and not a default or a rule for certain users.
    package var isSplit: Bool
    /// What the value of a JSON toggle was decoded to, if the value was checked.
    package var decoded = DecodedObject()

    /// Creates an answer.
    package init(
        value: JSONValue? = nil,
        isText: Bool = false,
        variant: String? = nil,
        reason: EvaluationReason,
        error: EvaluationError? = nil,
        rule: String? = nil,
        isSplit: Bool = false
    ) {
        self.value = value
        self.isText = isText
        self.variant = variant
        self.reason = reason
        self.error = error
        self.rule = rule
        self.isSplit = isSplit
    }
}
