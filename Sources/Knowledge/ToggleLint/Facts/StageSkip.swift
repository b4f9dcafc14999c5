import ToggleBase
import ToggleDocuments

/// A step of a migration in which users skipped stages.
struct StageSkip {
    /// The first and the last stage of a step.
    struct Way: Hashable {
        let from: MigrationStage
        let to: MigrationStage
    }

    let way: Way
    /// The commit of the step; `nil` for a step that isn't committed.
    let commit: ProjectHistory.Commit?
    /// Whether users certainly took the step.
    let isCertain: Bool
    /// The group that contains the affected users; `nil` if they may be in any group.
    var people: FlagAnswers.People?

    var from: MigrationStage { way.from }
    var to: MigrationStage { way.to }

    /// Whether the step goes back.
    var isBack: Bool { to.isBefore(from) }

    /// The skipped stages, in the order in which they should have been passed.
    var skipped: [MigrationStage] { from.between(to) }

    /// Returns whether a step skips a stage that matters.
    ///
    /// Forward, every stage matters. Backward, stages matter as long as reads use the new store, because the old
    /// store must get the missing data before reads return to it. From `shadow` backward, reads use the old store, and
    /// no earlier stage changes what they return.
    static func isSkip(from old: MigrationStage, to new: MigrationStage) -> Bool {
        guard !old.between(new).isEmpty else { return false }
        return old.isBefore(new) || !old.readsOld
    }

    /// Returns the unrepaired skips of a migration, oldest first, with each way once.
    static func open(in stages: StageFacts) -> [StageSkip] {
        var search = StageSkipSearch(first: stages.first, isCertain: stages.isFirstCertain)
        for step in stages.steps { search.go(to: step.answers, by: step.commit) }
        // The uncommitted change.
        search.go(to: stages.now, by: nil)
        var indices: [Way: Int] = [:]
        var result: [StageSkip] = []
        for skip in search.open {
            if let index = indices[skip.way] {
                if skip.isCertain, !result[index].isCertain { result[index] = skip }
            } else {
                indices[skip.way] = result.count
                result.append(skip)
            }
        }
        // Of users who reached a stage together, keep those who skipped the most.
        return result.filter { skip in !result.contains { $0.isLonger(than: skip) } }
    }

    private func isLonger(than other: StageSkip) -> Bool {
        commit == other.commit && to == other.to && isBack == other.isBack && skipped.count > other.skipped.count
    }

    // MARK: - Repair

    /// Whether the step goes back to reads from the old store, which may lack data.
    private var isBackToOld: Bool { isBack && from != .complete }

    /// Returns whether reaching a stage repairs the skip.
    func isGoal(_ stage: MigrationStage) -> Bool {
        if isBackToOld { return to.isBefore(stage) }
        return isBack ? !stage.isBefore(.rampdown) : stage.variantIndex <= from.variantIndex + 1
    }

    /// Returns whether a step leads to a stage from which users can continue.
    func isRepaired(by step: StageStep) -> Bool {
        // Going forward again passes the stages that compare both stores.
        if isBackToOld { return !to.isBefore(step.from) && step.from.isBefore(step.to) }
        return isGoal(step.to) && !isGoal(step.from)
    }

    /// Returns whether a step leads to the stage that the finding recommends.
    ///
    /// From `complete`, the finding recommends `rampdown` first, because any other step from there loses data.
    func isRecommended(_ step: StageStep) -> Bool { !isBackToOld && step.from != .complete && isRepaired(by: step) }
}
