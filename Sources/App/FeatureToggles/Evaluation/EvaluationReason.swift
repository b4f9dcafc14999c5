/// Why a toggle has its value, in OpenFeature's terms.
///
/// Servers may send other reasons, which are passed on unchanged.
public struct EvaluationReason: RawRepresentable, Sendable, Hashable {
    /// OpenFeature's name for the reason.
    public let rawValue: String

    /// Creates a reason from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The value is set without rules, by an override or by a definition without targeting.
    public static let `static` = EvaluationReason(rawValue: "STATIC")
    /// No source had a value, or the rules didn't select one.
    public static let `default` = EvaluationReason(rawValue: "DEFAULT")
    /// A rule selected the value.
    public static let targetingMatch = EvaluationReason(rawValue: "TARGETING_MATCH")
    /// A percentage rollout selected the value.
    public static let split = EvaluationReason(rawValue: "SPLIT")
    /// The definition is disabled.
    public static let disabled = EvaluationReason(rawValue: "DISABLED")
    /// The value comes from a cache that was not refreshed yet.
    public static let cached = EvaluationReason(rawValue: "CACHED")
    /// The value may be out of date.
    public static let stale = EvaluationReason(rawValue: "STALE")
    /// An error occurred; the evaluation's error says which.
    public static let error = EvaluationReason(rawValue: "ERROR")
}
