import ToggleManifest

/// A rule with at most one finding about a toggle.
protocol ToggleRule: LintRule {
    /// Whether the rule also checks the repeated declarations of a key that several manifests declare.
    static var checksEachDeclaration: Bool { get }

    /// Returns the rule's finding about a toggle.
    ///
    /// A severity lower than the rule's own means that the finding is uncertain.
    static func finding(about toggle: ToggleDeclaration, in facts: LintFacts) -> Finding?
}

extension ToggleRule {
    /// Rules about dates and other details check each declaration, because each manifest has its own.
    static var checksEachDeclaration: Bool { description.area == .time || description.area == .hygiene }

    package static func findings(in facts: LintFacts) -> [Finding] { findingsAboutToggles(in: facts) }

    /// Returns the rule's finding about each toggle.
    static func findingsAboutToggles(in facts: LintFacts) -> [Finding] {
        let toggles = checksEachDeclaration ? facts.project.declarations : facts.manifest.toggles
        return toggles.compactMap { finding(about: $0, in: facts) }
    }
}
