import ToggleManifest

/// The severities of findings, as the project configures them.
struct ConfiguredSeverities {
    private let configuration: LintConfiguration
    private let today: CalendarDate
    private let options: Linter.Options
    private let toggles: [String: ToggleDeclaration]
    private let repeatedToggles: [String: [ToggleDeclaration]]
    /// The toggles for which an allowance of each rule is in effect; `nil` for all of them.
    private var allowed: [String: Set<String?>] = [:]

    init(_ facts: LintFacts, _ options: Linter.Options) {
        configuration = facts.configuration
        today = facts.today
        self.options = options
        toggles = facts.toggles
        repeatedToggles = Dictionary(grouping: facts.project.repeatedToggles, by: \.key)
        for allowance in configuration.allowances where allowance.parameter == nil && today <= allowance.until {
            allowed[allowance.rule, default: []].insert(allowance.toggle)
        }
    }

    /// Returns whether a finding is neither switched off nor allowed.
    func isEffective(_ finding: Finding, _ rule: RuleDescription) -> Bool {
        let allowed = allowed[rule.identifier] ?? []
        return configured(finding, rule) != nil && !allowed.contains(nil) && !allowed.contains(finding.toggle)
    }

    /// Returns a finding with the severity that the project configures; `nil` if it is off.
    func configured(_ finding: Finding, _ rule: RuleDescription) -> Finding? {
        var finding = finding
        let toggle = finding.toggle.flatMap { key in
            repeatedToggles[key]?.first { $0.path == finding.path } ?? toggles[key]
        }
        var wanted = configuration.severities[rule.identifier]
        if let category = toggle?.category, let special = configuration.categorySeverities[rule.identifier]?[category] {
            wanted = .some(special)
        } else if wanted == nil, !rule.isOn, options.only.isEmpty {
            return nil
        }
        switch wanted {
        case .none:
            break
        case .some(.none):
            // A rule named on the command line is always reported.
            if options.only.isEmpty { return nil }
        case .some(.some(let severity)):
            // If a rule lowers the severity of a finding, the finding keeps a lower severity than the others.
            let isLowered = finding.severity.weight < rule.severity.weight
            if !isLowered || severity.weight < finding.severity.weight { finding.severity = severity }
        }
        if finding.rule == Linter.expiryRule, let expires = toggle?.details.expires, finding.severity != .note {
            finding.severity = expirySeverity(expires, finding.severity)
        }
        return finding
    }

    /// Returns a warning within the grace period, and after it an error if the run is scheduled.
    private func expirySeverity(_ expires: CalendarDate, _ severity: Finding.Severity) -> Finding.Severity {
        if expires.days(until: today) <= options.grace ?? configuration.grace { return .warning }
        return options.isScheduled ? .error : severity
    }
}
