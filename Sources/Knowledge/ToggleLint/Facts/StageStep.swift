import ToggleBase

/// A step of some users from one stage to another.
struct StageStep: Hashable {
    let from: MigrationStage
    let to: MigrationStage
    /// Whether these users are known to be in one group of the rule, before and after the step.
    let isOfKnownGroup: Bool

    /// A measure that is smaller for more likely steps.
    private var unlikelihood: [UInt64] {
        [
            StageSkip.isSkip(from: from, to: to) ? 1 : 0, UInt64(from.between(to).count), from.variantIndex,
            to.variantIndex,
        ]
    }

    /// Returns the steps that users certainly took between two revisions, in a stable order.
    ///
    /// If it is only known that they came from one of several stages, or went to one of several, only the most likely
    /// step counts, to avoid reporting a step that no user took.
    static func steps(from old: FlagAnswers, to new: FlagAnswers) -> [StageStep] {
        var result: Set<StageStep> = []
        for move in old.moves(to: new) {
            guard let olds = StageFacts.stages(move.old), let news = StageFacts.stages(move.new) else { continue }
            func step(_ from: MigrationStage, _ to: MigrationStage) -> StageStep {
                StageStep(from: from, to: to, isOfKnownGroup: move.isOfKnownGroup)
            }
            switch move.extent {
            case .each: for old in olds { result.formUnion(news.map { step(old, $0) }) }
            case .arrivals: for new in news { result.formUnion(likeliest(olds.map { step($0, new) })) }
            case .departures: for old in olds { result.formUnion(likeliest(news.map { step(old, $0) })) }
            }
        }
        return result.filter { $0.from != $0.to }.sorted { $0.unlikelihood.lexicographicallyPrecedes($1.unlikelihood) }
    }

    private static func likeliest(_ steps: [StageStep]) -> [StageStep] {
        steps.min { $0.unlikelihood.lexicographicallyPrecedes($1.unlikelihood) }.map { [$0] } ?? []
    }
}
