public import FeatureToggles

/// A step from one stage to another, and what it requires.
///
/// Every step to a neighboring stage, forward or back, preserves all writes if its requirements are met.
///
/// ```swift
/// for need in StageChange(from: .complete, to: .rampdown).needs { print(need) }
/// ```
public struct StageChange: Sendable, Hashable {
    /// A requirement to meet before a step, or afterwards.
    public enum Need: Sendable, Hashable {
        /// These stages are in between; take the steps one by one, so that you can observe each stage.
        case stages([MigrationStage])
        /// This store must be complete, including writes from before the dual writes and writes that failed in it, so
        /// the backfill of every user must be done.
        case backfill(into: MigrationOrigin)
        /// Reads must have been compared long enough, and agree.
        case agreement
        /// Going back to this store must no longer be necessary, because it misses all writes from this step on.
        case farewell(to: MigrationOrigin)
        /// This store misses the writes made while it was not written; it must be filled before it is read.
        ///
        /// It is not read in the new stage, so reads remain correct.
        case refill(MigrationOrigin)
        /// This store misses the writes made while it was not written, and is read immediately after the step.
        ///
        /// Fill it first, in the given stage, which writes to both stores and does not read this one.
        case refillBeforeReading(MigrationOrigin, in: MigrationStage)
    }

    /// The current stage.
    public let from: MigrationStage
    /// The next stage.
    public let to: MigrationStage

    /// Creates a step.
    public init(from: MigrationStage, to: MigrationStage) {
        self.from = from
        self.to = to
    }

    /// Whether the step goes back.
    public var isBack: Bool { to.variantIndex < from.variantIndex }

    /// The requirements of the step; empty if there are none.
    public var needs: [Need] {
        guard from != to else { return [] }
        var needs: [Need] = []
        let between = MigrationStage.allCases.filter {
            $0.variantIndex > min(from.variantIndex, to.variantIndex)
                && $0.variantIndex < max(from.variantIndex, to.variantIndex)
        }
        if !between.isEmpty { needs.append(.stages(isBack ? between.reversed() : between)) }
        isBack ? addNeedsOfGoingBack(to: &needs) : addNeedsOfGoingOn(to: &needs)
        return needs
    }

    private func addNeedsOfGoingOn(to needs: inout [Need]) {
        // From here on, records missing in the new store are reported as differences; once it is authoritative, users
        // miss them.
        let isCompared = from.variantIndex < 2 && to.variantIndex >= 2
        if isCompared || from.authority != to.authority { needs.append(.backfill(into: .new)) }
        if from.authority == .old, to.authority == .new { needs.append(.agreement) }
        if to == .complete { needs.append(.farewell(to: .old)) }
    }

    private func addNeedsOfGoingBack(to needs: inout [Need]) {
        if from == .complete {
            // Only `rampdown` writes to the old store without reading it.
            needs.append(to == .rampdown ? .refill(.old) : .refillBeforeReading(.old, in: .rampdown))
        }
        // A write succeeds even if it failed in the old store.
        if from.authority != to.authority { needs.append(.backfill(into: .old)) }
        if to == .off { needs.append(.farewell(to: .new)) }
    }
}

extension StageChange.Need: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .stages(let stages):
            """
            Go by \(stages.map(\.rawValue).joined(separator: ", "))\(stages.count == 1 ? "" : " in this order"): a stage \
            that is skipped shows nothing of what goes wrong in it.
            """
        case .backfill(let origin):
            """
            The backfill into the \(origin.rawValue) store is done for everybody who comes to this stage; until then that \
            store has only what was written since the dual writes began, and lacks the other half of each write that it failed \
            to take.
            """
        case .agreement:
            "Reads were compared in shadow, and the differences that are left are understood."
        case .farewell(.old):
            """
            From this step on the old store is no longer written. Take it when no version of the app that reads the old store \
            is in use any more.
            """
        case .farewell(.new):
            """
            From this step on the new store is no longer written, and the old one alone is read. When dual writes begin again, \
            the backfill runs again for every user who wrote meanwhile. What is deleted meanwhile stays in the new store unless \
            deletions are kept as records, or the new store is emptied first.
            """
        case .refill(let origin):
            """
            The \(origin.rawValue) store misses what was written since it was left out. Behind the step run the backfill from \
            the \(origin.other.rawValue) store into it, before any stage or version of the app reads it; begin the dual writes \
            of those who do not write themselves.
            """
        case .refillBeforeReading(let origin, let stage):
            """
            The \(origin.rawValue) store misses what was written since it was left out, and this stage reads it. Step to \
            \(stage.rawValue) first, run the backfill from the \(origin.other.rawValue) store into it, and go on when it is \
            done for everybody.
            """
        }
    }
}
