import FeatureToggles
import ToggleManifest

extension LintRule {
    /// The value of one of the rule's options.
    static func option(_ name: String, in configuration: LintConfiguration) -> Int {
        configuration.options[description.identifier]?[name]
            ?? description.options.first { $0.name == name }?.standard ?? 0
    }

    /// Whether the rule says anything about a toggle: whether it is on, and nothing allows what it finds.
    ///
    /// A rule that leaves a toggle to another one asks this first, so that switching the other one off silences only it.
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
