import FeatureToggles
import FeatureTogglesRemote
import ToggleBase

/// Rules that exceed the step limits of clients.
extension DocumentChecker {
    /// Reports rules that clients don't finish evaluating.
    mutating func checkCost(_ root: LocatedValue) {
        guard let compiled else { return }
        checkAllowance(of: compiled, root)
        let (rules, untried) = compiled.expensiveRules()
        if rules.isEmpty, untried == 0 { return }
        let members = root["flags"]?.value.members ?? []
        let flags = Dictionary(members.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        for rule in rules {
            guard let flag = flags[rule.key] else { continue }
            let range = flag.value["targeting"]?.nameRange ?? flag.nameRange
            let end = "then clients return the toggle's default with the error GENERAL"
            if let problem = rule.problem {
                findings.error(range, "\(problem); \(end)")
            } else if rule.isCertain {
                findings.error(
                    range,
                    """
                    the rule takes up to \(rule.steps) steps, or creates more text and arrays than allowed, and clients stop \
                    after \(FlagDocument.maximumSteps) steps; \(end)
                    """
                )
            } else {
                findings.warning(
                    range,
                    """
                    the rule may take up to \(rule.steps) steps, and clients stop after \(FlagDocument.maximumSteps); \(end)
                    """
                )
            }
        }
        if untried > 0 {
            findings.omission(
                root["flags"]?.nameRange ?? 0..<0,
                """
                \(untried.counted("rule")) that may take many steps \(untried == 1 ? "was" : "were") not evaluated, because \
                others took too long; shorten the rules to have all of them evaluated
                """
            )
        }
    }

    /// Reports rules that a client doesn't finish evaluating if it declares all of these flags.
    private mutating func checkAllowance(of document: FlagDocument, _ root: LocatedValue) {
        let rules = zip(document.keys, document.estimatedSteps())
            .filter { $0.1 > RuleAllowance.guaranteedSteps }
            .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
        let sum = rules.reduce(0) { $0 + $1.1 }
        guard sum > RuleAllowance.maximumSteps, let flags = root["flags"] else { return }
        let names = rules.prefix(3).map { "‘\($0.0)’ (\($0.1))" }.joined(separator: ", ")
        findings.warning(
            flags.nameRange,
            """
            all rules together may take \(sum) steps, and a client spends \(RuleAllowance.maximumSteps) on the toggles that it \
            declares, in their order; after that, a rule of more than \(RuleAllowance.guaranteedSteps) steps returns the \
            toggle's default with the error GENERAL; the most expensive rules are \(names)
            """
        )
    }
}
