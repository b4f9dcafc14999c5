import ToggleManifest

/// A rule with at most one finding about a toggle.
protocol ToggleRule: LintRule {
    /// Returns the rule's finding about a toggle.
    ///
    /// A severity lower than the rule's own means that the finding is uncertain.
    static func finding(about toggle: ToggleDeclaration, in facts: LintFacts) -> Finding?
}

extension ToggleRule {
    package static func findings(in facts: LintFacts) -> [Finding] { findingsAboutToggles(in: facts) }

    /// Returns the rule's finding about each toggle.
    static func findingsAboutToggles(in facts: LintFacts) -> [Finding] {
        facts.manifest.toggles.compactMap { finding(about: $0, in: facts) }
    }
}
