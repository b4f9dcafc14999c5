public import FeatureToggles

/// What a new document does differently for one flag, and for whom.
public struct FlagDifference: Sendable, Hashable {
    /// What happened to the flag.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The old document did not have it.
        case added
        /// The new document does not have it.
        case removed
        /// Both have it, and not alike.
        case changed
    }

    /// What a flag answers.
    public enum Answer: Sendable, Hashable {
        /// A value of the document.
        case value(JSONValue)
        /// The code's default, which is not known here: there is no flag, it is disabled, or it chooses no variant.
        case codeDefault
        /// The code's default, because the flag or its rule is wrong.
        case failure
    }

    /// A change of the answer, and who gets it.
    public struct Transition: Sendable, Hashable {
        /// What was answered before.
        public let old: Answer
        /// What is answered now.
        public let new: Answer
        /// The share of those who get it, from 0 to 1.
        public let share: Double
        /// Attributes with which it is seen, where it depends on them.
        public let example: EvaluationContext?
    }

    /// How shares were found.
    public enum Method: Sendable, Hashable {
        /// From the weights: what holds for all targeting keys.
        case exact
        /// By evaluating both documents for so many made-up people.
        case sample(Int)
        /// Not at all: the rules of the documents take too long to be evaluated, so that nobody knows who gets another answer.
        case notEvaluated
    }

    /// The flag's key.
    public let key: String
    /// The keys of the toggles that read it; `nil` when the toggles are not known.
    public let toggles: [String]?
    /// What happened to it.
    public let kind: Kind
    /// What of the definition changed, in words.
    public internal(set) var details: [String]
    /// The changes of answers, those of most people first; empty when nobody gets another answer, or nobody knows.
    public internal(set) var transitions: [Transition]
    /// How shares were found.
    public internal(set) var method: Method

    /// Whether fewer people were asked about it than were to be, since evaluating the rules of the documents takes long.
    ///
    /// That none of them gets another answer says little then.
    public internal(set) var isCutShort = false

    /// The share of people who get another answer, from 0 to 1.
    public var share: Double { min(1, transitions.reduce(0) { $0 + $1.share }) }

    /// For whom the flag changes.
    public var audience: Audience {
        if method == .notEvaluated || isCutShort && transitions.isEmpty { return .unknown }
        if transitions.isEmpty { return .none }
        return share >= 1 - 1e-9 ? .all : .share
    }

    /// For whom a flag changes.
    public enum Audience: String, Sendable, Hashable, CaseIterable {
        /// Everybody.
        case all
        /// Some.
        case share
        /// Nobody.
        case none
        /// Nobody knows.
        case unknown
    }
}
