import ToggleManifest

/// A rule that says what should happen to a toggle as a whole.
///
/// Only one of these rules reports a toggle: if it should be removed, it doesn't matter that it is also unused, old,
/// and without a ticket. ``Rules/lifecycle`` defines their order.
protocol LifecycleRule: LintRule {
    /// Returns the rule's finding about a toggle.
    ///
    /// A severity lower than the rule's own means that the finding is uncertain; a certain finding of another rule
    /// precedes it.
    static func finding(about toggle: ToggleDeclaration, in facts: LifecycleFacts) -> Finding?
}

extension LifecycleRule {
    package static func findings(in project: LintProject) -> [Finding] { findingsAboutToggles(in: project) }

    /// Returns the rule's findings about toggles that no other lifecycle rule reports.
    static func findingsAboutToggles(in project: LintProject) -> [Finding] {
        let facts = LifecycleFacts(project)
        return project.manifest.toggles.compactMap { toggle in
            // Most rules have no finding about most toggles.
            guard let own = finding(about: toggle, in: facts) else { return nil }
            // An allowed finding is dropped later, where allowances are counted, and hides no finding of another rule.
            guard speaks(of: toggle, in: project) else { return own }
            let speaker = facts.speaker(about: toggle)
            return speaker == nil || speaker == own.rule ? own : nil
        }
    }
}

extension LifecycleFacts {
    /// Returns the identifier of the lifecycle rule that reports a toggle; `nil` if there is none.
    func speaker(about toggle: ToggleDeclaration) -> String? {
        var uncertain: String?
        for rule in Rules.lifecycle where rule.speaks(of: toggle, in: project) {
            guard let finding = rule.finding(about: toggle, in: self) else { continue }
            if finding.severity == rule.description.severity { return finding.rule }
            uncertain = uncertain ?? finding.rule
        }
        return uncertain
    }

    /// Returns whether a toggle is due for removal, so that findings about its use and upkeep no longer matter.
    func isLeaving(_ toggle: ToggleDeclaration) -> Bool {
        for rule in Rules.removing where rule.speaks(of: toggle, in: project) {
            if let finding = rule.finding(about: toggle, in: self), finding.severity == rule.description.severity {
                return true
            }
        }
        return false
    }
}
