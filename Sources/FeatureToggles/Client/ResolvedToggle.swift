/// A toggle's value with its reason, without the forms that reads want.
package struct ResolvedToggle: Sendable, Hashable {
    /// The value in canonical form.
    package var value: JSONValue?
    /// The name of the variant.
    package var variant: String?
    /// Why the toggle has that value.
    package var reason: EvaluationReason
    /// The source that decided.
    package var source: ToggleSource
    /// What went wrong on the way.
    package var error: EvaluationError?

    /// The answer about a toggle that is not declared.
    static let unknown = ResolvedToggle(reason: .default, source: .default)
}
