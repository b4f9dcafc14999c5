import FeatureToggles

extension FlagDocument {
    /// A rule that exceeds the step limit of clients.
    package struct ExpensiveRule: Sendable {
        /// The flag's key.
        package let key: String
        /// An upper bound of the number of steps, as far as it is known in advance.
        package let steps: Int
        /// Whether the rule exceeds the limit for every context, and not only for some.
        package let isCertain: Bool
        /// The reason why the rule was not compiled, if it wasn't.
        package let problem: String?
    }

    /// The number of steps after which clients stop evaluating a rule.
    package static let maximumSteps = RuleEvaluator.maximumSteps

    /// Returns the rules that clients don't finish evaluating, for at least some contexts.
    ///
    /// - Complexity: O(*n*) in the size of the document.
    package func expensiveRules() -> [ExpensiveRule] {
        withExtendedLifetime(storage) {
            var cost = RuleCost(storage.program)
            return storage.records.indices.compactMap { index in
                let record = storage.records[index]
                if record.problem >= 0 {
                    guard record.outcome == FlagOutcome.failed else { return nil }
                    return ExpensiveRule(key: record.key.text, steps: 0, isCertain: true, problem: problem(of: record))
                }
                guard record.rule >= 0, !record.isDecided else { return nil }
                let steps = cost.estimate(Int(record.rule)).steps
                // Estimates far below the limit need no trial run.
                guard steps > Self.maximumSteps / 4 else { return nil }
                let isCertain = runsOut(record)
                guard isCertain || steps > Self.maximumSteps else { return nil }
                return ExpensiveRule(key: record.key.text, steps: steps, isCertain: isCertain, problem: nil)
            }
        }
    }

    /// Returns the rules that need more steps than each rule is guaranteed, with an upper bound of the steps that they
    /// take from a client's shared allowance.
    ///
    /// - Complexity: O(*n*) in the size of the document.
    package func stepsOfAllowance() -> [(key: String, steps: Int)] {
        withExtendedLifetime(storage) {
            var cost = RuleCost(storage.program)
            return storage.records.compactMap { record in
                guard record.rule >= 0, !record.isDecided else { return nil }
                let steps = min(cost.estimate(Int(record.rule)).steps, Self.maximumSteps)
                return steps > RuleAllowance.guaranteedSteps ? (record.key.text, steps) : nil
            }
        }
    }

    /// Whether a rule exceeds the step limit for a context without attributes.
    private func runsOut(_ record: FlagRecord) -> Bool {
        EvaluationContext(targetingKey: "somebody").withFlat { context in
            var evaluator = RuleEvaluator(
                program: storage.program,
                context: context,
                flagKey: FlatValue(string: record.key.bytes),
                timestamp: 0
            )
            _ = evaluator.value(of: Int(record.rule))
            return evaluator.failure == .tooExpensive
        }
    }
}
