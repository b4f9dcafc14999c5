import FeatureToggles
import ToggleDocuments

/// A way past stages of a migration that somebody went.
struct StageSkip {
    /// From where to where.
    struct Way: Hashable {
        let from: MigrationStage
        let to: MigrationStage
    }

    let way: Way
    /// Who did it; `nil` for a step that git does not know.
    let commit: ProjectHistory.Commit?
    /// Whether people are known to have gone it.
    let isCertain: Bool
    /// Among whom those who went it are; `nil` when they may be among any.
    var people: FlagAnswers.People?

    var from: MigrationStage { way.from }
    var to: MigrationStage { way.to }

    /// Whether it leads back.
    var isBack: Bool { to.isBefore(from) }

    /// The stages that were left out, in the order in which they should have been passed.
    var skipped: [MigrationStage] { from.between(to) }

    /// Whether a step leaves out a stage that somebody relies on.
    ///
    /// On the way forward each one counts. On the way back they do where the new store is read: the old one has to get what
    /// it lacks before it is read. From `shadow` the old store is in charge, and no stage before it shows anything more.
    static func isSkip(from old: MigrationStage, to new: MigrationStage) -> Bool {
        guard !old.between(new).isEmpty else { return false }
        return old.isBefore(new) || !old.readsOld
    }

    /// The skips of a migration that nobody has made good, oldest first; each way once.
    static func open(in stages: StageFacts) -> [StageSkip] {
        var search = StageSkipSearch(first: stages.first, isCertain: stages.isFirstCertain)
        for step in stages.steps { search.go(to: step.answers, by: step.commit) }
        // What is not committed yet.
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
        // Of those who went to the same stage together, the ones who left out most.
        return result.filter { skip in !result.contains { $0.isLonger(than: skip) } }
    }

    private func isLonger(than other: StageSkip) -> Bool {
        commit == other.commit && to == other.to && isBack == other.isBack && skipped.count > other.skipped.count
    }

    // MARK: - Making good

    /// Whether a way back leads to where the old store may lack what it failed to take.
    private var isBackToOld: Bool { isBack && from != .complete }

    /// Whether somebody at a stage has not gone past another one.
    func isGoal(_ stage: MigrationStage) -> Bool {
        if isBackToOld { return to.isBefore(stage) }
        return isBack ? !stage.isBefore(.rampdown) : stage.variantIndex <= from.variantIndex + 1
    }

    /// Whether a step leads to where people can go on.
    func isMended(by step: StageStep) -> Bool {
        // Whoever goes forward again, does so by the stages in which both stores are compared.
        if isBackToOld { return !to.isBefore(step.from) && step.from.isBefore(step.to) }
        return isGoal(step.to) && !isGoal(step.from)
    }

    /// Whether a step leads where the finding says.
    ///
    /// From `complete` it says to go to `rampdown` first: whatever else is done from there misses something.
    func isAdvised(_ step: StageStep) -> Bool { !isBackToOld && step.from != .complete && isMended(by: step) }
}
