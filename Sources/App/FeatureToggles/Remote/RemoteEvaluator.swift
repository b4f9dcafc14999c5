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

/// What the answer of a remote document about a toggle depends on.
package enum RemoteDependence: Sendable {
    /// The document contains nothing for the toggle.
    case absent
    /// The answer is the same in every context and at every time.
    case fixed
    /// The answer may depend on the context or the time.
    case variable
}
