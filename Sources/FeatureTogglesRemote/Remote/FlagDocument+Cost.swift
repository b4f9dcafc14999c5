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

    /// The number of steps that are spent on trying out rules, for all of them together.
    private static let maximumTrialSteps = 5_000_000

    /// Returns the rules that clients don't finish evaluating, for at least some contexts.
    ///
    /// Flags that have the same shared rule are tried out once. A document may have so many long rules that the last of
    /// them are not tried out; of these it is not certain whether they take too many steps.
    ///
    /// - Returns: The rules, and how many were not tried out.
    /// - Complexity: O(*n*) in the size of the document.
    package func expensiveRules() -> (rules: [ExpensiveRule], untried: Int) {
        withExtendedLifetime(storage) {
            var cost = RuleCost(storage.program)
            var (budget, untried) = (Self.maximumTrialSteps, 0)
            var tried: [UInt32: Bool] = [:]
            let rules = storage.records.indices.compactMap { index -> ExpensiveRule? in
                let record = storage.records[index]
                if record.problem >= 0 {
                    guard record.outcome == FlagOutcome.failed else { return nil }
                    return ExpensiveRule(key: record.key.text, steps: 0, isCertain: true, problem: problem(of: record))
                }
                guard record.rule >= 0, !record.isDecided else { return nil }
                let estimate = cost.estimate(Int(record.rule))
                let steps = estimate.steps
                // Estimates far below the limit need no trial run.
                guard steps > Self.maximumSteps / 4 else { return nil }
                let node = storage.program.nodes[Int(record.rule)]
                let shared = node.operation == .reference && !estimate.isOfKey ? node.first : nil
                var isCertain = shared.flatMap { tried[$0] } ?? false
                if shared.flatMap({ tried[$0] }) == nil {
                    if budget > 0 {
                        isCertain = runsOut(record, &budget)
                        if let shared { tried[shared] = isCertain }
                    } else {
                        untried += 1
                    }
                }
                guard isCertain || steps > Self.maximumSteps else { return nil }
                return ExpensiveRule(key: record.key.text, steps: steps, isCertain: isCertain, problem: nil)
            }
            return (rules, untried)
        }
    }

    /// Returns an upper bound of the steps of each rule, as far as it is known in advance; 0 without a rule to evaluate.
    ///
    /// - Complexity: O(*n*) in the size of the document.
    package func estimatedSteps() -> [Int] {
        withExtendedLifetime(storage) {
            var cost = RuleCost(storage.program)
            return storage.records.map { record in
                guard record.rule >= 0, !record.isDecided else { return 0 }
                return min(cost.estimate(Int(record.rule)).steps, Self.maximumSteps)
            }
        }
    }

    /// Whether a rule exceeds the step limit for a context without attributes.
    private func runsOut(_ record: FlagRecord, _ budget: inout Int) -> Bool {
        EvaluationContext(targetingKey: "somebody").withFlat { context in
            var evaluator = RuleEvaluator(
                program: storage.program,
                context: context,
                flagKey: FlatValue(string: record.key.bytes),
                timestamp: 0
            )
            _ = evaluator.value(of: Int(record.rule))
            budget -= max(1, evaluator.steps)
            return evaluator.failure == .tooExpensive
        }
    }
}
