/// A decision whose recommendation can be dismissed.
struct DismissibleDecision: Sendable, Hashable {
    /// Whether the app can be used.
    private(set) var decision: UpdateDecision
    /// The dismissed recommendation.
    private var dismissed: UpdateDecision?

    init(_ decision: UpdateDecision) {
        self.decision = decision
    }

    /// Whether the recommendation was dismissed, and there hasn't been another decision since.
    var isDismissed: Bool { decision == dismissed }

    /// Replaces the decision.
    ///
    /// A dismissed recommendation stays dismissed until there is a different one.
    mutating func follow(_ decision: UpdateDecision) {
        self.decision = decision
        if decision.level == .recommended, decision != dismissed { dismissed = nil }
    }

    /// Hides a recommendation; a lock can't be dismissed.
    mutating func dismiss() {
        if decision.level == .recommended { dismissed = decision }
    }
}
