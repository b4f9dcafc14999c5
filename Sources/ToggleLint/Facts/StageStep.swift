import FeatureToggles
import ToggleDocuments

/// A step of somebody from one stage to another.
struct StageStep: Hashable {
    let from: MigrationStage
    let to: MigrationStage
    /// Among whom they were; `nil` when they may have been among any.
    let before: FlagAnswers.People?
    /// Among whom they are; `nil` when they may be among any.
    let after: FlagAnswers.People?

    /// Small for steps that people are likely to have made.
    private var strangeness: [UInt64] {
        [
            StageSkip.isSkip(from: from, to: to) ? 1 : 0, UInt64(from.between(to).count), from.variantIndex,
            to.variantIndex,
        ]
    }

    /// The steps that people are known to have made between two revisions, in an order that does not change.
    ///
    /// Where it is only known that they came from one of several stages, or went to one, it is the shortest step: none is
    /// told that nobody may have made.
    static func steps(from old: FlagAnswers, to new: FlagAnswers) -> [StageStep] {
        var result: Set<StageStep> = []
        for move in old.moves(to: new) {
            guard let olds = StageFacts.stages(move.old), let news = StageFacts.stages(move.new) else { continue }
            func step(_ from: MigrationStage, _ to: MigrationStage) -> StageStep {
                StageStep(from: from, to: to, before: move.before, after: move.after)
            }
            switch move.extent {
            case .each: for old in olds { result.formUnion(news.map { step(old, $0) }) }
            case .arrivals: for new in news { result.formUnion(likeliest(olds.map { step($0, new) })) }
            case .departures: for old in olds { result.formUnion(likeliest(news.map { step(old, $0) })) }
            }
        }
        return result.filter { $0.from != $0.to }.sorted { $0.strangeness.lexicographicallyPrecedes($1.strangeness) }
    }

    private static func likeliest(_ steps: [StageStep]) -> [StageStep] {
        steps.min { $0.strangeness.lexicographicallyPrecedes($1.strangeness) }.map { [$0] } ?? []
    }
}
