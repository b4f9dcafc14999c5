import FeatureToggles
import ToggleDocuments
import ToggleManifest

/// Runs the rules on a project, and keeps only the findings to report.
package struct Linter: Sendable {
    /// The options of a run, which add to the manifest.
    package struct Options: Sendable {
        /// The rules to run; empty for all.
        package var only: Set<String> = []
        /// The rules to skip.
        package var disabled: Set<String> = []
        /// Whether an expired toggle is an error, as in a daily run on the default branch.
        package var isScheduled = false
        /// The number of days after its expiry date before an expired toggle is an error; `nil` for the manifest's
        /// value.
        package var grace: Int?
        /// The known findings, which are not reported again.
        package var baseline: Baseline?
        /// The change to which the report is limited; `nil` for all findings.
        package var change: ProjectChange?

        /// Creates the options of an ordinary run.
        package init() {}
    }

    /// The rule whose findings are errors in a scheduled run.
    package static let expiryRule = "expired_toggle"

    private let project: LintProject
    private let options: Options
    private let rules: [any LintRule.Type]
    /// Whether there is a readable document.
    private let hasDocument: Bool

    /// Creates a linter.
    ///
    /// - Parameters:
    ///   - project: The project to lint.
    ///   - options: The options of the run.
    ///   - rules: The available rules.
    package init(_ project: LintProject, options: Options = Options(), rules: [any LintRule.Type] = Rules.all) {
        self.project = project
        self.options = options
        self.rules = rules
        hasDocument = project.outline != nil
    }

    /// Runs the rules.
    package func run() -> LintReport {
        let active = rules.filter { runs($0.description) }
        let about = SuppressionRules.all.filter(runs)
        let known = Set(rules.map { $0.description.identifier } + SuppressionRules.all.map(\.identifier))
        var suppressor = Suppressor(
            project: project,
            known: known,
            judged: Set((active.map { $0.description } + about).filter(isJudged).map(\.identifier))
        )
        let categories = Dictionary(project.manifest.toggles.map { ($0.key, $0.category) }, uniquingKeysWith: { $1 })

        var findings: [Finding] = []
        let project = project(whereOnly: Set(active.map { $0.description.identifier }))
        for rule in active {
            let description = rule.description
            for finding in rule.findings(in: project) {
                guard let weighed = weighed(finding, description, categories), suppressor.isReported(weighed) else {
                    continue
                }
                findings.append(weighed)
            }
        }
        // Superfluous suppressions are known only after all other findings.
        for own in [unparsed, { suppressor.findings() }] {
            for finding in own() {
                guard let description = about.first(where: { $0.identifier == finding.rule }),
                    let weighed = weighed(finding, description, categories),
                    description.area == .suppression || suppressor.isReported(weighed)
                else { continue }
                findings.append(weighed)
            }
        }
        findings.sort(by: Self.comesBefore)

        var report = LintReport(manifestPath: project.manifestPath, today: project.today)
        report.rules = active.map { $0.description } + about
        report.suppressedCount = suppressor.suppressedCount
        report.allowedCount = suppressor.allowedCount
        report.toggleCount = project.manifest.toggles.count
        report.fileCount = project.sources?.fileCount
        if let baseline = options.baseline {
            let lifecycle = Set(Rules.lifecycle.map { $0.description.identifier })
            let (new, gone) = baseline.divide(findings)
            report.baselinedCount = findings.count - new.count
            let judged = Set(report.rules.filter(isJudged).map(\.identifier))
            // A rule that no longer exists finds nothing, either.
            let present = Set(findings.filter { lifecycle.contains($0.rule) }.compactMap(\.toggle))
            report.goneFromBaseline = gone.filter { entry in
                // A toggle's entry isn't fixed if a rule for a later stage of its life now reports the toggle.
                if lifecycle.contains(entry.rule), let key = entry.toggle, present.contains(key) { return false }
                return judged.contains(entry.rule) || !known.contains(entry.rule)
            }
            findings = new
        }
        if let change = options.change {
            let toggles = change.toggles(in: project)
            let touched = findings.filter { change.touches($0, toggles: toggles) }
            report.unchangedCount = findings.count - touched.count
            findings = touched
        }
        report.findings = findings
        return report
    }

    // MARK: - Rules

    private func runs(_ rule: RuleDescription) -> Bool {
        if options.disabled.contains(rule.identifier) { return false }
        if !options.only.isEmpty { return options.only.contains(rule.identifier) }
        let categories = project.configuration.categorySeverities[rule.identifier] ?? [:]
        switch project.configuration.severities[rule.identifier] {
        case .some(.none): return categories.values.contains { $0 != nil }
        case .some(.some): return true
        case .none: return rule.isOn || categories.values.contains { $0 != nil }
        }
    }

    /// Returns the project as seen by rules that leave some toggles to other rules: only to those that run.
    private func project(whereOnly active: Set<String>) -> LintProject {
        var project = project
        for rule in rules.map({ $0.description }) {
            let isForced = options.only.contains(rule.identifier)
            guard isForced || !active.contains(rule.identifier) else { continue }
            project.configuration.severities[rule.identifier] = .some(isForced ? rule.severity : nil)
            project.configuration.categorySeverities[rule.identifier] = nil
        }
        return project
    }

    /// Returns whether a rule had all the facts that it needs to be complete.
    private func isJudged(_ rule: RuleDescription) -> Bool {
        switch rule.area {
        case .code: project.sources != nil
        case .remote: hasDocument && hasWholeHistory
        case .local: project.localDefaults != nil
        case .time: rule.identifier == Self.expiryRule || hasWholeHistory
        case .hygiene, .suppression: true
        }
    }

    private var hasWholeHistory: Bool { project.history?.isShallow == false }

    // MARK: - Severities

    /// Returns a finding with the severity that the project configures; `nil` if it is off.
    private func weighed(
        _ finding: Finding,
        _ rule: RuleDescription,
        _ categories: [String: ToggleCategory]
    ) -> Finding? {
        var finding = finding
        var wanted = project.configuration.severities[rule.identifier]
        if let category = finding.toggle.flatMap({ categories[$0] }),
            let special = project.configuration.categorySeverities[rule.identifier]?[category]
        {
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
        if finding.rule == Self.expiryRule { finding.severity = expirySeverity(of: finding) }
        return finding
    }

    /// Returns a warning within the grace period, and after it an error if the run is scheduled.
    private func expirySeverity(of finding: Finding) -> Finding.Severity {
        let toggle = project.manifest.toggles.first { $0.key == finding.toggle }
        guard let expiry = toggle?.details.expires, finding.severity != .note else { return finding.severity }
        let grace = options.grace ?? project.configuration.grace
        if project.today.daysSince1970 - expiry.daysSince1970 <= grace { return .warning }
        return options.isScheduled ? .error : finding.severity
    }

    // MARK: - Order

    private func unparsed() -> [Finding] {
        (project.sources?.unparsed ?? []).map { diagnostic in
            Finding(
                SuppressionRules.unparsedSource,
                path: diagnostic.path,
                range: diagnostic.range,
                message: diagnostic.message,
                nextStep: "mend it; until then, a toggle that may be used in it is not called dead for certain"
            )
        }
    }

    /// Orders findings by path, place, rule, toggle, and message.
    private static func comesBefore(_ left: Finding, _ right: Finding) -> Bool {
        let (first, second) = (left.range?.start, right.range?.start)
        let (here, there) = ((first?.line ?? 0, first?.column ?? 0), (second?.line ?? 0, second?.column ?? 0))
        if left.path != right.path { return left.path < right.path }
        if here != there { return here < there }
        return (left.rule, left.toggle ?? "", left.discriminator, left.message)
            < (right.rule, right.toggle ?? "", right.discriminator, right.message)
    }
}
