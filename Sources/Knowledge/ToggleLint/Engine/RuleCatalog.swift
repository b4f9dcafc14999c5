/// All rules.
package enum RuleCatalog {
    /// The descriptions of all rules: first those about toggles by area, then those about the linter's settings.
    package static let descriptions: [RuleDescription] =
        Rules.all.map { $0.description } + SuppressionRules.all

    /// Returns the description of a rule, or `nil` if there is no rule with that identifier.
    package static func description(of identifier: String) -> RuleDescription? {
        descriptions.first { $0.identifier == identifier }
    }
}
