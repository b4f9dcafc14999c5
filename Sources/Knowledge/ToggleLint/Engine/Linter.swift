import ToggleBase
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
        let suppressionRules = SuppressionRules.all.filter(runs)
        let all = active.map { $0.description } + suppressionRules
        let known = Set(rules.map { $0.description.identifier } + SuppressionRules.all.map(\.identifier))
        let completeRules = Set(all.filter(isComplete).map(\.identifier))
        var suppressor = Suppressor(project: project, known: known, completeRules: completeRules)
        let facts = LintFacts(project)
        let severities = ConfiguredSeverities(facts, options)

        var findings: [Finding] = []
        let undecided = Set(project.declarations.filter(facts.isUndecided).map(\.key))
        let found = active.map { rule in
            (rule: rule.description, findings: decided(rule.findings(in: facts), of: rule, undecided))
        }
        for (rule, finding) in merged(unsuperseded(found, severities)) {
            guard let configured = severities.configured(finding, rule), suppressor.isReported(configured) else {
                continue
            }
            findings.append(configured)
        }
        // Superfluous suppressions are known only after all other findings.
        for lateFindings in [unparsed, { suppressor.findings() }] {
            for finding in lateFindings() {
                guard let rule = suppressionRules.first(where: { $0.identifier == finding.rule }),
                    let configured = severities.configured(finding, rule),
                    rule.area == .suppression || suppressor.isReported(configured)
                else { continue }
                findings.append(configured)
            }
        }
        findings.sort(by: Self.comesBefore)

        var report = LintReport(manifestPath: project.manifestPath, today: project.today)
        report.manifestCount = project.manifestFiles.count
        report.rules = all
        report.suppressedCount = suppressor.suppressedCount
        report.allowedCount = suppressor.allowedCount
        report.toggleCount = project.manifest.toggles.count
        report.fileCount = project.sources?.fileCount
        if !undecided.isEmpty {
            report.notes.append(Self.note(about: project.declarations.filter { undecided.contains($0.key) }))
        }
        if let baseline = options.baseline {
            let (new, gone) = baseline.divide(findings)
            report.baselinedCount = findings.count - new.count
            let present = Set(findings.filter { Rules.ranks[$0.rule] != nil }.compactMap(\.toggle))
            report.goneFromBaseline = gone.filter { entry in
                // A toggle's entry isn't fixed if a rule for a later stage of its life now reports the toggle.
                if Rules.ranks[entry.rule] != nil, let key = entry.toggle, present.contains(key) { return false }
                // A rule that no longer exists finds nothing, either.
                return completeRules.contains(entry.rule) || !known.contains(entry.rule)
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

    /// Returns the note about imported toggles whose owner and lifetime have not been decided.
    private static func note(about undecided: [ToggleDeclaration]) -> String {
        let isOne = undecided.count == 1
        let ownerless = undecided.filter { $0.details.owner == DeclaredFlag.unknownOwner }
        let missing = [
            ownerless.count < undecided.count ? "‘expires’ or ‘permanent: true’" : nil,
            ownerless.isEmpty ? nil : "an owner instead of ‘\(DeclaredFlag.unknownOwner)’",
        ].compactMap(\.self).joined(separator: ", and ")
        return """
            \(undecided.count.counted("imported toggle")) \(isOne ? "isn't" : "aren't") decided yet, so only the rules about \
            unused toggles and errors apply to \(isOne ? "it" : "them"). To apply the other rules, write \(missing)
            """
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

    /// Returns whether a rule had all the facts that it needs to find everything.
    private func isComplete(_ rule: RuleDescription) -> Bool {
        switch rule.area {
        case .code: project.sources != nil
        case .remote: hasDocument && hasWholeHistory
        case .local: project.localDefaults != nil
        case .time: rule.identifier == Self.expiryRule || hasWholeHistory
        case .usage: project.usage != nil
        case .hygiene, .suppression: true
        }
    }

    private var hasWholeHistory: Bool { project.history?.isShallow == false }

    /// Returns the findings without those about the upkeep of imported toggles whose owner has not been decided.
    private func decided(_ findings: [Finding], of rule: any LintRule.Type, _ undecided: Set<String>) -> [Finding] {
        guard !undecided.isEmpty, !options.only.contains(rule.description.identifier),
            Rules.forDecided.contains(where: { $0.description.identifier == rule.description.identifier })
        else { return findings }
        // A finding about no toggle in particular waits for the first decision.
        let isAll = undecided.count == project.manifest.toggles.count
        return findings.filter { finding in finding.toggle.map { !undecided.contains($0) } ?? !isAll }
    }

    // MARK: - Precedence

    /// A finding with the rule that found it.
    private typealias Found = (rule: RuleDescription, finding: Finding)

    /// Returns the findings that no other one supersedes.
    ///
    /// Of the rules in ``Rules/lifecycle``, the first one with a certain finding reports a toggle, or otherwise the first
    /// one. If that requests the toggle's removal, findings of rules in ``Rules/upkeep`` no longer matter. A finding that
    /// is switched off or allowed supersedes nothing; it is dropped later, where such findings are counted.
    private func unsuperseded(
        _ all: [(rule: RuleDescription, findings: [Finding])],
        _ severities: ConfiguredSeverities
    ) -> [Found] {
        var first: [String: (rule: String, rank: Int)] = [:]
        for (rule, findings) in all {
            guard let position = Rules.ranks[rule.identifier] else { continue }
            for finding in findings where severities.isEffective(finding, rule) {
                guard let key = finding.toggle else { continue }
                let rank = finding.severity == rule.severity ? position : position + Rules.lifecycle.count
                if rank < first[key]?.rank ?? .max { first[key] = (rule.identifier, rank) }
            }
        }
        return all.flatMap { rule, findings -> [Found] in
            let isLifecycle = Rules.ranks[rule.identifier] != nil
            let isUpkeep = Rules.upkeep.contains { $0.description.identifier == rule.identifier }
            guard isLifecycle || isUpkeep else { return findings.map { (rule: rule, finding: $0) } }
            return findings.compactMap { finding in
                guard let other = finding.toggle.flatMap({ first[$0] }) else { return (rule: rule, finding: finding) }
                let isSuperseded =
                    isUpkeep
                    ? other.rank < Rules.removing.count
                    : other.rule != rule.identifier && severities.isEffective(finding, rule)
                return isSuperseded ? nil : (rule: rule, finding: finding)
            }
        }
    }

    /// Returns the findings, with those that share a message merged into the first one and related to the next ones.
    private func merged(_ all: [Found]) -> [Found] {
        var indices: [[String]: Int] = [:]
        var counts: [Int: Int] = [:]
        var result: [Found] = []
        for (rule, finding) in all {
            guard let message = finding.commonMessage, let key = finding.toggle else {
                result.append((rule: rule, finding: finding))
                continue
            }
            guard let index = indices[[rule.identifier, message]] else {
                indices[[rule.identifier, message]] = result.count
                result.append((rule: rule, finding: finding))
                continue
            }
            // The places of the first toggle leave room for the other toggles.
            if counts[index] == nil { result[index].finding.related = Array(result[index].finding.related.prefix(3)) }
            counts[index, default: 0] += 1
            result[index].finding.joined.append(key)
            if let range = finding.range, result[index].finding.related.count < 10 {
                result[index].finding.related.append(
                    RelatedPlace(path: finding.path, range: range, message: "same for \(key.quoted)")
                )
            }
        }
        for (index, count) in counts {
            var finding = result[index].finding
            let subject = (finding.toggle ?? "").quoted
            finding.message = "\(subject) and \(count.counted("other toggle")) have \(finding.commonMessage ?? "")"
            if let toggle = finding.toggle { finding.joined.insert(toggle, at: 0) }
            (finding.toggle, finding.owner) = (nil, nil)
            if let step = finding.commonStep { finding.nextStep = step }
            result[index].finding = finding
        }
        return result
    }

    // MARK: - Order

    private func unparsed() -> [Finding] {
        (project.sources?.unparsed ?? []).map { diagnostic in
            Finding(
                SuppressionRules.unparsedSource,
                path: diagnostic.path,
                range: diagnostic.range,
                message: diagnostic.message,
                nextStep: "fix it; until then, a toggle that may be used in it is only reported in a note"
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
