/// Every rule that can be named.
package enum RuleCatalog {
    /// What rules say of themselves: those about toggles by area, then those about the linter's own settings.
    package static let descriptions: [RuleDescription] =
        Rules.all.map { $0.description } + SuppressionRules.all

    /// What a rule says of itself, or `nil` when there is none of that name.
    package static func description(of identifier: String) -> RuleDescription? {
        descriptions.first { $0.identifier == identifier }
    }
}
