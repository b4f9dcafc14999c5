/// Reads of the toggles whose value depends on the context of the read.
///
/// Positions are those of the client's table of values. Rules use the timestamp, in seconds since 1970, or the current
/// time if it is `nil`.
package protocol TargetedReads: AnyObject, Sendable {
    /// The positions of these toggles.
    var marks: [Int] { get }

    /// The positions of those whose value also depends on the time.
    var timedMarks: [Int] { get }

    /// Returns the bits of a value, or `nil` if the value doesn't depend on the context.
    func bits(at position: Int, for context: EvaluationContext, timestamp: Int64?) -> UInt64?

    /// Returns a string value, or `nil` if it doesn't depend on the context; an inner `nil` is the typed key's default.
    func text(at position: Int, for context: EvaluationContext, timestamp: Int64?) -> String??

    /// Returns an object value, or `nil` if it doesn't depend on the context; an inner `nil` is the typed key's
    /// default.
    func object(
        at position: Int,
        for context: EvaluationContext,
        timestamp: Int64?
    ) -> (any AnyObject & Sendable)??

    /// Returns whether the value at a position depends on the context.
    func hasEntry(at position: Int) -> Bool

    /// Reads a value with all effects of a read, for callers that evaluate the toggle in another way.
    ///
    /// - Returns: The assigned variant, like ``keptVariant(at:for:)``.
    func read(at position: Int, for context: EvaluationContext, timestamp: Int64?) -> String?

    /// Returns the experiment's variant already assigned to the context's targeting key, if the flag still has it.
    func keptVariant(at position: Int, for context: EvaluationContext) -> String?
}
