import FeatureToggles
import FeatureTogglesRemote
import ToggleManifest

/// Rules that take more steps than clients do.
extension DocumentChecker {
    /// Compiles the document as a client does, and reports what clients would not evaluate to its end.
    mutating func checkCost(of text: [UInt8], _ root: LocatedValue) {
        guard let document = try? FlagDocument(text: text) else { return }
        checkAllowance(of: document, root)
        let rules = document.expensiveRules()
        if rules.isEmpty { return }
        let members = root["flags"]?.value.members ?? []
        let flags = Dictionary(members.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        for rule in rules {
            guard let flag = flags[rule.key] else { continue }
            let range = flag.value["targeting"]?.nameRange ?? flag.nameRange
            let end = "then clients answer the toggle's default with the error GENERAL"
            if let problem = rule.problem {
                findings.error(range, "\(problem); \(end)")
            } else if rule.isCertain {
                findings.error(
                    range,
                    """
                    the rule takes up to \(rule.steps) steps, or makes more text and arrays than rules may, and clients stop \
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
    }

    /// Reports rules that a client which declares all of these flags would not evaluate to their end.
    private mutating func checkAllowance(of document: FlagDocument, _ root: LocatedValue) {
        let rules = document.stepsOfAllowance().sorted { ($1.steps, $0.key) < ($0.steps, $1.key) }
        let sum = rules.reduce(0) { $0 + $1.steps }
        guard sum > RuleAllowance.maximumSteps, let flags = root["flags"] else { return }
        let names = rules.prefix(3).map { "‘\($0.key)’ (\($0.steps))" }.joined(separator: ", ")
        findings.warning(
            flags.nameRange,
            """
            all rules together may take \(sum) steps, and a client spends \(RuleAllowance.maximumSteps) on the toggles that it \
            declares, in their order; after that a rule of more than \(RuleAllowance.guaranteedSteps) steps answers the \
            toggle's default with the error GENERAL; the most expensive rules are \(names)
            """
        )
    }
}
