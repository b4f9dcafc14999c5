import FeatureToggles
import ToggleManifest

extension LintRule {
    /// Returns the value of one of the rule's options.
    static func option(_ name: String, in configuration: LintConfiguration) -> Int {
        configuration.options[description.identifier]?[name]
            ?? description.options.first { $0.name == name }?.standard ?? 0
    }

    /// Returns whether the rule can report a toggle: it is on, and no allowance applies.
    ///
    /// A rule that leaves a toggle to another rule checks this first, so that disabling the other rule hides only the
    /// other rule's findings.
    static func speaks(of toggle: ToggleDeclaration, in project: LintProject) -> Bool {
        let identifier = description.identifier
        let configuration = project.configuration
        var isOn = description.isOn
        if let severity = configuration.categorySeverities[identifier]?[toggle.category] {
            isOn = severity != nil
        } else if let severity = configuration.severities[identifier] {
            isOn = severity != nil
        }
        return isOn
            && !configuration.allowances.contains {
                $0.rule == identifier && $0.parameter == nil && ($0.toggle ?? toggle.key) == toggle.key
                    && project.today <= $0.until
            }
    }
}
