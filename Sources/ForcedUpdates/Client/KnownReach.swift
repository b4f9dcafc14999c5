import FeatureToggles
import FeatureTogglesRemote

/// Whether the flag of a document was found to lock every version out, and for how long that may be believed.
struct KnownReach: Sendable {
    let document: FlagDocument
    let isEverybody: Bool
    /// When it was found out, in seconds since 1970; `nil` where the rule does not look at the time.
    private let asked: Int64?
    /// The moments at which another answer may begin.
    private let moments: [Int64]
    private let isSureBetweenMoments: Bool

    /// How long an answer holds for a rule that looks at the time, in seconds.
    static let time: Int64 = 60

    /// Asks the rule.
    init(of reach: PolicyFlagReach, _ document: FlagDocument, at now: Int64) {
        self.document = document
        isEverybody = reach.locksEveryVersion(at: now)
        asked = reach.dependsOnTime ? now : nil
        moments = reach.moments
        isSureBetweenMoments = reach.changesAtMomentsAlone
    }

    /// What was found out about a document, as long as it holds; `nil` when the rule is to be asked again.
    ///
    /// That somebody may go on is only believed where nothing but the moments that the rule names can end it: a lock that is
    /// followed by mistake would be kept.
    func answer(for document: FlagDocument, at now: Int64) -> Bool? {
        guard self.document.isCopy(of: document) else { return nil }
        guard let asked else { return isEverybody }
        guard now >= asked, now - asked < Self.time, isEverybody || isSureBetweenMoments,
            !moments.contains(where: { asked < $0 && $0 <= now })
        else { return nil }
        return isEverybody
    }
}
