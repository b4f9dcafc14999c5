/// Evaluates toggles with the active remote document, whatever its format.
package protocol RemoteEvaluator: Sendable {
    /// The current time, which rules use, in seconds since 1970.
    var timestamp: Int64 { get }

    /// Evaluates a toggle.
    ///
    /// - Parameters:
    ///   - toggle: A declared toggle.
    ///   - parameter: Its remote parameter.
    ///   - context: The attributes that rules can use.
    ///   - ambient: Attributes that apply if `context` has none with the same name.
    ///   - timestamp: The time in seconds since 1970.
    ///   - kept: The variant already assigned to the targeting key, if the flag still has it.
    ///   - allowance: The cost limit that many rules share; `nil` for a single toggle.
    /// - Returns: The answer, or `nil` if the document doesn't contain the parameter.
    func answer(
        for toggle: ToggleDefinition,
        parameter: String,
        context: EvaluationContext,
        over ambient: EvaluationContext?,
        timestamp: Int64,
        kept: String?,
        allowance: RuleAllowance?
    ) -> RemoteAnswer?

    /// Returns the metadata of the document, together with that of one of its flags.
    ///
    /// - Parameter parameter: The flag's remote parameter; `nil`, or one that the document doesn't contain, for the
    ///   metadata of the document alone.
    /// - Returns: The metadata, in which that of the flag takes precedence.
    func metadata(of parameter: String?) -> JSONObject

    /// Returns what the answers about toggles depend on.
    ///
    /// - Parameter toggles: The declared toggles.
    /// - Returns: What the answer about each toggle depends on, in the order of the toggles;
    ///   ``RemoteDependence/variable`` if this is unknown.
    func dependences(of toggles: [ToggleDefinition]) -> [RemoteDependence]

    /// Prepares the reads of the toggles whose value depends on the context of the read.
    ///
    /// - Parameters:
    ///   - toggles: The declared toggles.
    ///   - indices: The indices of the toggles that the document contains, in order.
    ///   - resolved: Returns the value and source of the toggle at an index in the ambient context.
    ///   - positions: The position of each toggle in the client's table of values.
    ///   - positionCount: The number of positions in the table.
    ///   - context: The ambient context.
    /// - Returns: The prepared reads, or `nil` if there are no such toggles.
    func targetedReads(
        of toggles: [ToggleDefinition],
        containedAt indices: [Int],
        resolved: (Int) -> Evaluation<JSONValue?>,
        at positions: [Int],
        positionCount: Int,
        context: EvaluationContext
    ) -> (any TargetedReads)?
}

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

/// Reads of the toggles whose value depends on the context of the read.
///
/// Positions are those of the client's table of values. Rules use the timestamp, in seconds since 1970, or the current
/// time if it is `nil`.
package protocol TargetedReads: AnyObject, Sendable {
    /// The positions of these toggles.
    var marks: [Int] { get }

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

/// What the answer of a remote document about a toggle depends on.
package enum RemoteDependence: Sendable {
    /// The document contains nothing for the toggle.
    case absent
    /// The answer is the same in every context and at every time.
    case fixed
    /// The answer may depend on the context or the time.
    case variable
}
