@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// What an evaluation took.
struct RuleExpense {
    /// How many steps were taken.
    var steps: Int
    /// Why it failed, if it did.
    var failure: RuleEvaluationError?
    /// The number of bytes of created text and arrays.
    var memory: Int
    /// The number of steps that were requested after the failure.
    var stepsAfterFailure: Int
}

extension FlagDocument {
    /// What the evaluation of a flag's rule takes; `nil` when there is no such rule.
    func expense(of key: String, for context: EvaluationContext = EvaluationContext()) -> RuleExpense? {
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
                    return RuleExpense(
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
