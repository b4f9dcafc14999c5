/// Why a toggle has its value, in OpenFeature's words.
///
/// Servers may send others, which are kept.
public struct EvaluationReason: RawRepresentable, Sendable, Hashable {
    /// The word.
    public let rawValue: String

    /// Creates a reason from its word.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The value is set without rules: an override, or a definition without targeting.
    public static let `static` = EvaluationReason(rawValue: "STATIC")
    /// No source had a value, or the rules chose none.
    public static let `default` = EvaluationReason(rawValue: "DEFAULT")
    /// A rule chose it.
    public static let targetingMatch = EvaluationReason(rawValue: "TARGETING_MATCH")
    /// A share of people has it.
    public static let split = EvaluationReason(rawValue: "SPLIT")
    /// The definition is switched off.
    public static let disabled = EvaluationReason(rawValue: "DISABLED")
    /// It comes from a cache that was not refreshed yet.
    public static let cached = EvaluationReason(rawValue: "CACHED")
    /// It may be out of date.
    public static let stale = EvaluationReason(rawValue: "STALE")
    /// Something went wrong; the evaluation's error says what.
    public static let error = EvaluationReason(rawValue: "ERROR")
}
