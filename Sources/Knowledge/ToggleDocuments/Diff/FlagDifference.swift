public import FeatureToggles

// An answer belongs to this module's interface; the linter, which doesn't link this module, names it, too.
@_exported public import enum DocumentSyntax.FlagAnswer

/// The effect of a new document on one flag.
public struct FlagDifference: Sendable, Hashable {
    /// The kind of difference.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Only the new document has the flag.
        case added
        /// Only the old document has the flag.
        case removed
        /// Both documents have the flag, with different definitions.
        case changed
    }

    /// The result of a flag.
    public typealias Answer = FlagAnswer

    /// A change of the answer, and the share of users that it affects.
    public struct Transition: Sendable, Hashable {
        /// The answer before.
        public let old: Answer
        /// The answer after.
        public let new: Answer
        /// The share of users, from 0 to 1.
        public let share: Double
        /// An example of attributes with which the answer changes, if it depends on them.
        public let example: EvaluationContext?
    }

    /// The method by which shares were determined.
    public enum Method: Sendable, Hashable {
        /// Computed from the weights, for all targeting keys.
        case exact
        /// Estimated by evaluating both documents for a number of sample users.
        case sample(Int)
        /// Not determined: evaluating the rules takes too long, so the affected users are unknown.
        case notEvaluated
    }

    /// The flag's key.
    public let key: String
    /// The keys of the toggles that read it; `nil` if the toggles are unknown.
    public let toggles: [String]?
    /// The kind of difference.
    public let kind: Kind
    /// The changes to the definition, in words.
    public internal(set) var details: [String]
    /// The changes of answers, largest share first; empty if no answer changes, or if this is unknown.
    public internal(set) var transitions: [Transition]
    /// The method by which shares were determined.
    public internal(set) var method: Method

    /// Whether the sample was too small to be conclusive, because evaluating the rules of the documents takes long.
    ///
    /// If no answer changed in such a sample, the audience is ``Audience/unknown``.
    public internal(set) var isCutShort = false

    /// The share of users whose answer changes, from 0 to 1.
    public var share: Double { min(1, transitions.reduce(0) { $0 + $1.share }) }

    /// The users that the change affects.
    public var audience: Audience {
        if method == .notEvaluated || isCutShort && transitions.isEmpty { return .unknown }
        if transitions.isEmpty { return .none }
        return share >= 1 - 1e-12 ? .all : .share
    }

    /// The users that a change affects.
    public enum Audience: String, Sendable, Hashable, CaseIterable {
        /// All users.
        case all
        /// Some users.
        case share
        /// No users.
        case none
        /// The affected users are unknown.
        case unknown
    }
}
