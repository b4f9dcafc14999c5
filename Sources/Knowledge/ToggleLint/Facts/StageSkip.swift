import ToggleBase

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

    /// Returns the skips in the last change of a migration's stages, each way once.
    static func inLastChange(of stages: StageFacts) -> [StageSkip] {
        guard let change = stages.lastChange else { return [] }
        var steps = StageStep.steps(from: change.old, to: change.new)
        let areKnown = StageFacts.stages(change.old.all) != nil && StageFacts.stages(change.new.all) != nil
        // Users of an unknown group may have had, or may have, the unknown stage.
        if !areKnown { steps = steps.filter(\.isOfKnownGroup) }
        var known: Set<Way> = []
        let skips = steps.filter { isSkip(from: $0.from, to: $0.to) }.map { Way(from: $0.from, to: $0.to) }
            .filter { known.insert($0).inserted }
            .map { StageSkip(way: $0, commit: change.commit, isCertain: change.isCertain && areKnown) }
        // Of users who reached a stage together, keep those who skipped the most.
        return skips.filter { skip in !skips.contains { $0.isLonger(than: skip) } }
    }

    private func isLonger(than other: StageSkip) -> Bool {
        to == other.to && isBack == other.isBack && skipped.count > other.skipped.count
    }
}
