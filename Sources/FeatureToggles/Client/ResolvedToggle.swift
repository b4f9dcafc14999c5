/// A toggle's value and reason, without the forms that reads return.
package struct ResolvedToggle: Sendable, Hashable {
    /// The value in canonical form.
    package var value: JSONValue?
    /// The name of the variant.
    package var variant: String?
    /// Why the toggle has this value.
    package var reason: EvaluationReason
    /// The source that was decisive.
    package var source: ToggleSource
    /// The error that occurred during the evaluation, if any.
    package var error: EvaluationError?

    /// The result for a toggle that is not declared.
    static let unknown = ResolvedToggle(reason: .default, source: .default)
}
