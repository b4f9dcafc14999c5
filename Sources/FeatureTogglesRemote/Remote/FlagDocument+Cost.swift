import FeatureToggles

extension FlagDocument {
    /// A rule that takes more than clients do.
    package struct ExpensiveRule: Sendable {
        /// The flag's key.
        package let key: String
        /// How many steps it takes at most, as far as that is known beforehand.
        package let steps: Int
        /// Whether it takes too many whatever the context is like, and not only for some.
        package let isCertain: Bool
        /// Why the rule was not even compiled, if it was not.
        package let problem: String?
    }

    /// How many steps of a rule clients take.
    package static let maximumSteps = RuleEvaluator.maximumSteps

    /// The rules that clients do not evaluate to their end, or not for everybody.
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
                // What is far below the limit needs no trial.
                guard steps > Self.maximumSteps / 4 else { return nil }
                let isCertain = runsOut(record)
                guard isCertain || steps > Self.maximumSteps else { return nil }
                return ExpensiveRule(key: record.key.text, steps: steps, isCertain: isCertain, problem: nil)
            }
        }
    }

    /// The rules that need more steps than each rule has for sure, with how many of a client's allowance they take at most.
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

    /// Whether a rule takes too many steps for a context without attributes.
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
