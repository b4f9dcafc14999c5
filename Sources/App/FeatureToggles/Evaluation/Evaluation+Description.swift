extension Evaluation: CustomStringConvertible {
    /// The value, its reason and source, the variant, and the error: `neural (TARGETING_MATCH, remote, variant on)`.
    public var description: String {
        // The cast also unwraps an optional value.
        let value = (value as? any CustomStringConvertible)?.description ?? String(describing: value)
        let facts = [reason.rawValue, source.rawValue] + (variant.map { ["variant \($0)"] } ?? [])
        return "\(value) (\(facts.joined(separator: ", ")))" + (error.map { "; \($0)" } ?? "")
    }
}
