/// Evaluates toggles with the remote document in force, whatever its format.
package protocol RemoteEvaluator: Sendable {
    /// Evaluates a toggle.
    ///
    /// - Parameters:
    ///   - toggle: A declared toggle.
    ///   - parameter: Its remote parameter.
    ///   - context: The attributes that rules may look at.
    ///   - ambient: Attributes that count where `context` has none of the name.
    ///   - timestamp: The time in seconds since 1970.
    ///   - kept: The variant that is kept for the targeting key, if there is one that the flag still has.
    ///   - allowance: What the rules of many toggles may cost together; `nil` for one that is asked alone.
    /// - Returns: The answer, or `nil` when the document has nothing for the parameter.
    func answer(
        for toggle: ToggleDefinition,
        parameter: String,
        context: EvaluationContext,
        over ambient: EvaluationContext?,
        timestamp: Int64,
        kept: String?,
        allowance: RuleAllowance?
    ) -> RemoteAnswer?

    /// Prepares the reads of the toggles whose value depends on the context of the read.
    ///
    /// - Returns: The prepared reads; `nil` when there is no such toggle.
    func targetedReads(_ toggles: ResolvedToggles) -> (any TargetedReads)?
}

/// What a remote document answers about a toggle.
package struct RemoteAnswer: Sendable {
    /// The value in canonical form; `nil` where the code's default is meant.
    package var value: JSONValue?
    /// The name of the variant.
    package var variant: String?
    /// Why the toggle has that value.
    package var reason: EvaluationReason
    /// What went wrong.
    package var error: EvaluationError?
    /// Which part of the rule decided.
    package var rule: String?

    /// Creates an answer.
    package init(
        value: JSONValue? = nil,
        variant: String? = nil,
        reason: EvaluationReason,
        error: EvaluationError? = nil,
        rule: String? = nil
    ) {
        self.value = value
        self.variant = variant
        self.reason = reason
        self.error = error
        self.rule = rule
    }
}

/// The toggles of a client with their values in the ambient context.
package struct ResolvedToggles: Sendable {
    /// The declared toggles.
    package let definitions: [ToggleDefinition]
    /// The value, variant and source of each, in the order of the definitions.
    package let resolved: [ResolvedToggle]
    /// The position of each in the table of values.
    package let positions: [Int]
    /// How many positions the table has.
    package let positionCount: Int
    /// The ambient context.
    package let context: EvaluationContext
}

/// Reads of the toggles whose value depends on the context of the read.
///
/// Positions are those of the client's table of values. Rules see the timestamp, in seconds since 1970, or the current
/// time when it is `nil`.
package protocol TargetedReads: AnyObject, Sendable {
    /// The positions of those toggles.
    var marks: [Int] { get }

    /// The bits of a value; `nil` when the value does not depend on the context.
    func bits(at position: Int, for context: EvaluationContext, timestamp: Int64?) -> UInt64?

    /// The text of a value; `nil` when it does not depend on the context, and `nil` inside for the typed key's default.
    func text(at position: Int, for context: EvaluationContext, timestamp: Int64?) -> String??

    /// The object of a value; `nil` when it does not depend on the context, and `nil` inside for the typed key's default.
    func object(
        at position: Int,
        for context: EvaluationContext,
        timestamp: Int64?
    ) -> (any AnyObject & Sendable)??

    /// Whether the value at a position depends on the context.
    func hasEntry(at position: Int) -> Bool

    /// Reads a value with all effects of a read, for callers that evaluate the toggle in another way.
    ///
    /// - Returns: The kept variant, as ``keptVariant(at:for:)``.
    func read(at position: Int, for context: EvaluationContext, timestamp: Int64?) -> String?

    /// The variant of an experiment that is kept for the context's targeting key, if the flag still has it.
    func keptVariant(at position: Int, for context: EvaluationContext) -> String?
}
