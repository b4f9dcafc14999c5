public import FeatureToggles

/// The effect of a new document on one flag.
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
        /// The code's default, which is unknown here: the flag is missing or disabled, or chooses no variant.
        case codeDefault
        /// The code's default, because the flag or its rule is wrong.
        case failure
    }

    /// A change of the answer, and the share of users that it affects.
    public struct Transition: Sendable, Hashable {
        /// The answer before.
        public let old: Answer
        /// The answer now.
        public let new: Answer
        /// The share of users, from 0 to 1.
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
        /// Not at all: evaluating the rules takes too long, so the affected users are unknown.
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
    /// The changes of answers, largest share first; empty if no answer changes, or if this is unknown.
    public internal(set) var transitions: [Transition]
    /// How shares were found.
    public internal(set) var method: Method

    /// Whether fewer people were asked about it than were to be, since evaluating the rules of the documents takes long.
    ///
    /// That none of them gets another answer says little then.
    public internal(set) var isCutShort = false

    /// The share of users whose answer changes, from 0 to 1.
    public var share: Double { min(1, transitions.reduce(0) { $0 + $1.share }) }

    /// The users that the change affects.
    public var audience: Audience {
        if method == .notEvaluated || isCutShort && transitions.isEmpty { return .unknown }
        if transitions.isEmpty { return .none }
        return share >= 1 - 1e-9 ? .all : .share
    }

    /// The users that a change affects.
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
