/// An evaluation of a toggle, for logs, traces, and crash reports.
///
/// ``EvaluationObserver`` reports them, and ``ToggleClient/evaluations(changedFromDefault:)`` lists the current ones.
public struct EvaluationEvent: Sendable, Hashable, CustomStringConvertible {
    /// The name of the event in OpenTelemetry: `feature_flag.evaluation`.
    public static let name = "feature_flag.evaluation"

    /// The toggle's key.
    public let toggle: String
    /// The value, in the form of a source: that of an enum is its name.
    public let value: JSONValue
    /// The name of the variant that the remote definition chose, if one did.
    public let variant: String?
    /// Why the toggle has this value.
    public let reason: EvaluationReason
    /// The source of the value.
    public let source: ToggleSource
    /// The error that occurred during the evaluation, if any.
    public let error: EvaluationError?
    /// The targeting key that the toggle was evaluated for, if there was one.
    ///
    /// It may identify a person, so ``attributes`` doesn't contain it.
    public let targetingKey: String?
    /// The name of the client's remote source, if it has one.
    public let remoteSource: String?
    /// The revision of the active remote document, if it has one.
    public let documentRevision: String?

    /// The attributes of the event, by their names in OpenTelemetry's semantic conventions for feature flags.
    ///
    /// | attribute | content |
    /// |---|---|
    /// | `feature_flag.key` | the toggle's key |
    /// | `feature_flag.result.value` | the value |
    /// | `feature_flag.result.variant` | the variant, if the remote definition chose one |
    /// | `feature_flag.result.reason` | the reason, in lower case, such as `targeting_match` |
    /// | `feature_flag.provider.name` | the name of the remote source; `feature-toggles` without one |
    /// | `feature_flag.version` | the revision of the document, if the value comes from it |
    /// | `error.type`, `feature_flag.error.message` | the code of the error in lower case, and its message, if there is one |
    ///
    /// The targeting key, for which the conventions have `feature_flag.context.id`, is left out because it may identify
    /// a person; add ``targetingKey`` yourself if your users have agreed to it.
    public var attributes: [String: JSONValue] {
        var attributes: [String: JSONValue] = [
            "feature_flag.key": .string(toggle),
            "feature_flag.result.value": value,
            "feature_flag.result.reason": .string(reason.rawValue.lowercased()),
            "feature_flag.provider.name": .string(remoteSource ?? "feature-toggles"),
        ]
        attributes["feature_flag.result.variant"] = variant.map { .string($0) }
        if source == .remote { attributes["feature_flag.version"] = documentRevision.map { .string($0) } }
        attributes["error.type"] = error.map { .string($0.code.rawValue.lowercased()) }
        attributes["feature_flag.error.message"] = error.map { .string($0.message) }
        return attributes
    }

    /// The key, the value, and its source, such as `search_ranking = neural (remote)`.
    public var description: String { "\(toggle) = \(value.tableText) (\(source.rawValue))" }
}
