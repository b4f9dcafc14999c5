import ToggleManifest

/// A rule that says what is to become of a toggle as a whole.
///
/// Of these one speaks of each toggle: who is told to remove it needs not hear as well that nothing reads it, that it is
/// old, and that it has no ticket. ``Rules/lifecycle`` has their order.
protocol LifecycleRule: LintRule {
    /// What the rule finds about a toggle.
    ///
    /// A severity below the rule's own means that the rule is not certain; one that is goes before it.
    static func finding(about toggle: ToggleDeclaration, in facts: LifecycleFacts) -> Finding?
}

extension LifecycleRule {
    package static func findings(in project: LintProject) -> [Finding] { findingsAboutToggles(in: project) }

    /// What the rule finds about toggles of which no other rule speaks.
    static func findingsAboutToggles(in project: LintProject) -> [Finding] {
        let facts = LifecycleFacts(project)
        return project.manifest.toggles.compactMap { toggle in
            // Most rules have nothing to say of most toggles.
            guard let own = finding(about: toggle, in: facts) else { return nil }
            // What is allowed is dropped by who keeps count of that, and silences nobody.
            guard speaks(of: toggle, in: project) else { return own }
            let speaker = facts.speaker(about: toggle)
            return speaker == nil || speaker == own.rule ? own : nil
        }
    }
}

extension LifecycleFacts {
    /// The identifier of the rule that says what is to become of a toggle; `nil` when there is nothing to say.
    func speaker(about toggle: ToggleDeclaration) -> String? {
        var uncertain: String?
        for rule in Rules.lifecycle where rule.speaks(of: toggle, in: project) {
            guard let finding = rule.finding(about: toggle, in: self) else { continue }
            if finding.severity == rule.description.severity { return finding.rule }
            uncertain = uncertain ?? finding.rule
        }
        return uncertain
    }

    /// Whether a toggle is to be removed, so that how well it is kept and used does not matter any more.
    func isLeaving(_ toggle: ToggleDeclaration) -> Bool {
        for rule in Rules.removing where rule.speaks(of: toggle, in: project) {
            if let finding = rule.finding(about: toggle, in: self), finding.severity == rule.description.severity {
                return true
            }
        }
        return false
    }
}
