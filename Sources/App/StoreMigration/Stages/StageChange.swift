public import ToggleBase

/// A step from one stage to another, and what it requires.
///
/// Every step to a neighboring stage, forward or back, preserves all writes if its requirements are met.
///
/// ```swift
/// for need in StageChange(from: .complete, to: .rampdown).needs { print(need) }
/// ```
///
/// A move without dual writes has a single step, from `off` to `complete`. Each user's backfill runs after it, so the step
/// from `complete` to `complete` requires that it is done: before more users take the step, and before the old store is
/// removed.
public struct StageChange: Sendable, Hashable {
    /// A requirement to meet before a step, or afterward.
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
    /// Whether the data is moved without dual writes, from `off` to `complete`.
    public let isMove: Bool

    /// Creates a step.
    ///
    /// - Parameters:
    ///   - from: The current stage.
    ///   - to: The next stage.
    ///   - isMove: Whether the data is moved without dual writes. It only affects the steps to `complete` from `off` and
    ///     from `complete`.
    public init(from: MigrationStage, to: MigrationStage, isMove: Bool = false) {
        self.from = from
        self.to = to
        self.isMove = isMove
    }

    /// Whether the step goes back.
    public var isBack: Bool { to.variantIndex < from.variantIndex }

    /// The requirements of the step; empty if it has none.
    public var needs: [Need] {
        if isMove, to == .complete, from == .off { return [.farewell(to: .old)] }
        if isMove, to == .complete, from == .complete { return [.backfill(into: .new)] }
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
        let compared = MigrationStage.shadow.variantIndex
        let isCompared = from.variantIndex < compared && to.variantIndex >= compared
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
            Go through \(stages.map(\.rawValue).joined(separator: ", "))\(stages.count == 1 ? "" : " in this order"): \
            problems in a skipped stage go unnoticed.
            """
        case .backfill(let origin):
            """
            The backfill into the \(origin.rawValue) store must be complete for every user who enters this stage. Until then, \
            that store contains only what was written since the dual writes began, without the writes that failed in it.
            """
        case .agreement:
            "Reads must have been compared in shadow, and the remaining differences must be understood."
        case .farewell(.old):
            """
            From this step on, the old store is no longer written. Take the step only for users who no longer use a version \
            of the app that reads the old store.
            """
        case .farewell(.new):
            """
            From this step on, the new store is no longer written, and only the old one is read. When dual writes begin again, \
            the backfill runs again for every user who wrote in the meantime. Records that were deleted in the meantime stay \
            in the new store unless deletions are kept as records, or the new store is emptied first.
            """
        case .refill(let origin):
            """
            The \(origin.rawValue) store lacks everything that was written only to the \(origin.other.rawValue) store. \
            After the step, run the backfill from the \(origin.other.rawValue) store into it before any stage or \
            version of the app reads it. For users who don't write, call `beginDualWrites` before the backfill.
            """
        case .refillBeforeReading(let origin, let stage):
            """
            The \(origin.rawValue) store lacks everything that was written only to the \(origin.other.rawValue) store, \
            and this stage reads it. Go to \(stage.rawValue) first, run the backfill from the \
            \(origin.other.rawValue) store into it, and continue when it is done for every user.
            """
        }
    }
}
