import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// The cost of an evaluation.
struct RuleCost {
    /// The number of steps.
    var steps: Int
    /// The error, if the evaluation failed.
    var failure: RuleEvaluationError?
    /// The number of bytes of created text and arrays.
    var memory: Int
    /// The number of steps that were requested after the failure.
    var stepsAfterFailure: Int
}

extension FlagDocument {
    /// Returns the cost of evaluating a flag's rule, or `nil` if there is no such rule.
    func cost(of key: String, for context: EvaluationContext = EvaluationContext()) -> RuleCost? {
        index(of: key).flatMap { index in
            withRecord(index) { record in
                guard record.rule >= 0 else { return nil }
                return context.withFlat { flat in
                    var evaluator = RuleEvaluator(
                        program: storage.program,
                        context: flat,
                        flagKey: FlatValue(string: record.key.bytes),
                        timestamp: 0
                    )
                    _ = evaluator.value(of: Int(record.rule))
                    return RuleCost(
                        steps: evaluator.steps,
                        failure: evaluator.failure,
                        memory: evaluator.scratch?.used ?? 0,
                        stepsAfterFailure: evaluator.failure == nil ? 0 : .min / 2 - evaluator.remaining
                    )
                }
            } ?? nil
        }
    }
}
