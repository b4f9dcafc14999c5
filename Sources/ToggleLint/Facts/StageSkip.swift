import FeatureToggles
import ToggleDocuments

/// A way past stages of a migration that somebody went.
struct StageSkip {
    let from: MigrationStage
    let to: MigrationStage
    /// Who did it; `nil` for a step that git does not know.
    let commit: ProjectHistory.Commit?
    /// Whether people are known to have gone it.
    let isCertain: Bool

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

    /// The skips of a migration that nobody has made good, oldest first.
    static func open(in stages: StageFacts) -> [StageSkip] {
        var open: [StageSkip] = []
        var last = stages.first
        // Whether people had nobody knows what in between.
        var isMixed = false
        func go(to answers: FlagAnswers, by commit: ProjectHistory.Commit?) {
            let moves = last.map { stages.steps(from: $0, to: answers) } ?? []
            let present = stages.stages(answers.all)
            let mended = open.filter { $0.isMended(by: moves, present: present) }
            open.removeAll { $0.isMended(by: moves, present: present) }
            for move in moves where isSkip(from: move.from, to: move.to) {
                // What makes an older one good is told as the way to do so.
                if mended.contains(where: { $0.isAdvised(move) }) { continue }
                // Of those who went to the same stage, the ones who left out most.
                if moves.contains(where: { $0.isLonger(than: move) }) { continue }
                if open.contains(where: { $0.from == move.from && $0.to == move.to }) { continue }
                open.append(StageSkip(from: move.from, to: move.to, commit: commit, isCertain: !isMixed))
            }
            // Of whom nobody knows what they have now, it is known what they had before.
            isMixed = present == nil
            if !isMixed { last = answers }
        }
        for step in stages.steps {
            if let answers = step.answers {
                go(to: answers, by: step.commit)
            } else {
                isMixed = true
            }
        }
        // What is not committed yet.
        if stages.stages(stages.now.all) != nil, stages.now != last { go(to: stages.now, by: nil) }
        return open
    }

    // MARK: - Making good

    /// Whether those who went it are back where they can go on.
    private func isMended(by moves: [StageStep], present: Set<MigrationStage>?) -> Bool {
        if isBack, from != .complete {
            // Whoever goes forward again, does so by the stages in which both stores are compared.
            return moves.contains { !to.isBefore($0.from) && $0.from.isBefore($0.to) }
                || present?.allSatisfy { to.isBefore($0) } == true
        }
        return moves.contains(where: isAdvised) || present?.allSatisfy(isGoal) == true
    }

    /// Whether a step leads where the finding says.
    private func isAdvised(_ step: StageStep) -> Bool {
        if isBack, from != .complete { return false }
        return isGoal(step.to) && !isGoal(step.from)
    }

    /// Whether somebody at a stage has not gone past another one.
    private func isGoal(_ stage: MigrationStage) -> Bool {
        isBack ? !stage.isBefore(.rampdown) : stage.variantIndex <= from.variantIndex + 1
    }
}

/// A step of somebody from one stage to another.
struct StageStep: Hashable {
    let from: MigrationStage
    let to: MigrationStage

    /// Whether it leads to the same stage in the same direction, past more stages.
    func isLonger(than other: StageStep) -> Bool {
        to == other.to && from.isBefore(to) == other.from.isBefore(to)
            && from.between(to).count > other.from.between(to).count
    }

    /// Small for steps that people are likely to have made.
    fileprivate var strangeness: [UInt64] {
        [
            StageSkip.isSkip(from: from, to: to) ? 1 : 0, UInt64(from.between(to).count), from.variantIndex,
            to.variantIndex,
        ]
    }
}

extension StageFacts {
    /// The steps that people are known to have made between two revisions, in an order that does not change.
    ///
    /// Where it is only known that they came from one of several stages, or went to one, it is the shortest step: none is
    /// told that nobody may have made.
    func steps(from old: FlagAnswers, to new: FlagAnswers) -> [StageStep] {
        var result: Set<StageStep> = []
        for move in old.moves(to: new) {
            guard let olds = stages(move.old), let news = stages(move.new) else { continue }
            switch move.extent {
            case .each: for old in olds { result.formUnion(news.map { StageStep(from: old, to: $0) }) }
            case .arrivals:
                for new in news { result.formUnion(Self.likeliest(olds.map { StageStep(from: $0, to: new) })) }
            case .departures:
                for old in olds { result.formUnion(Self.likeliest(news.map { StageStep(from: old, to: $0) })) }
            }
        }
        return result.filter { $0.from != $0.to }.sorted { $0.strangeness.lexicographicallyPrecedes($1.strangeness) }
    }

    private static func likeliest(_ steps: [StageStep]) -> [StageStep] {
        steps.min { $0.strangeness.lexicographicallyPrecedes($1.strangeness) }.map { [$0] } ?? []
    }
}
