import FeatureToggles
package import FeatureTogglesRemote

extension FlagDocument {
    /// A rule that exceeds the step limit of clients.
    package struct ExpensiveRule: Sendable {
        /// The flag's key.
        package let key: String
        /// An upper bound of the number of steps, as far as it can be computed.
        package let steps: Int
        /// Whether the rule exceeds the limit for every context, and not only for some.
        package let isCertain: Bool
        /// The reason why the rule was not compiled, if it wasn't.
        package let problem: String?
    }

    /// The number of steps after which clients stop evaluating a rule.
    package static let maximumSteps = RuleAllowance.stepsOfOne

    /// The number of steps spent on trial runs of all rules together.
    private static let maximumTrialSteps = 5_000_000

    /// Returns the rules that clients don't finish evaluating, for at least some contexts.
    ///
    /// Flags with the same shared rule are tried once. A document may have so many long rules that the last of them
    /// aren't tried; for these, it is uncertain whether they take too many steps.
    ///
    /// - Returns: The rules, and the number of rules that weren't tried.
    /// - Complexity: O(*n*) in the size of the document.
    package func expensiveRules() -> (rules: [ExpensiveRule], untried: Int) {
        withExtendedLifetime(self) {
            var cost = RuleCost(program)
            var (budget, untried) = (Self.maximumTrialSteps, 0)
            var tried: [UInt32: Bool] = [:]
            let rules = (0..<count).compactMap { index -> ExpensiveRule? in
                let flag = flag(at: index)
                if let problem = flag.problem {
                    guard flag.decidedOutcome == FlagOutcome.failed else { return nil }
                    return ExpensiveRule(key: flag.key, steps: 0, isCertain: true, problem: problem)
                }
                guard let rule = flag.node else { return nil }
                let estimate = cost.estimate(rule)
                // Estimates far below the limit need no trial run.
                guard estimate.steps > Self.maximumSteps / 4 else { return nil }
                let node = program.nodes[rule]
                let shared = node.operation == .reference && !estimate.isOfKey ? node.first : nil
                var isCertain = shared.flatMap { tried[$0] } ?? false
                if shared.flatMap({ tried[$0] }) == nil {
                    if budget > 0 {
                        let trial = stepsOfRule(ofFlagAt: index, for: EvaluationContext(targetingKey: "somebody"))
                        budget -= max(1, trial.steps)
                        isCertain = trial.areTooMany
                        if let shared { tried[shared] = isCertain }
                    } else {
                        untried += 1
                    }
                }
                guard isCertain || estimate.steps > Self.maximumSteps else { return nil }
                return ExpensiveRule(key: flag.key, steps: estimate.steps, isCertain: isCertain, problem: nil)
            }
            return (rules, untried)
        }
    }

    /// Returns an upper bound of the steps of each flag's rule, as far as it can be computed; 0 without a rule.
    ///
    /// - Complexity: O(*n*) in the size of the document.
    package func estimatedSteps() -> [Int] {
        withExtendedLifetime(self) {
            var cost = RuleCost(program)
            return (0..<count).map { index in
                flag(at: index).node.map { min(cost.estimate($0).steps, Self.maximumSteps) } ?? 0
            }
        }
    }
}
