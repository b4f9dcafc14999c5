import ToggleBase
import ToggleManifest

/// Removes findings that are suppressed or allowed, and reports problems of the comments and allowances.
struct Suppressor {
    private let project: LintProject
    /// Rules that ran with all the facts that they need; for others, superfluous suppressions are unknown.
    private let completeRules: Set<String>
    private let known: Set<String>
    /// The number of findings that each comment, and each allowance, applied to.
    private var commentUses: [Int]
    private var allowanceUses: [Int]
    /// The first comment that suppresses a rule in a line.
    private let commentsByPlace: [Place: Int]
    /// The entries of `allow` for a rule, a toggle, and a parameter, each with its index.
    private let allowancesBySubject: [Subject: [Int]]
    /// The number of findings that comments suppressed.
    private(set) var suppressedCount = 0
    /// The number of findings that allowances suppressed.
    private(set) var allowedCount = 0

    private struct Subject: Hashable {
        var rule: String
        var toggle: String?
        var parameter: String?
    }

    private struct Place: Hashable {
        var path: String
        var line: Int
        var rule: String
    }

    init(project: LintProject, known: Set<String>, completeRules: Set<String>) {
        self.project = project
        self.known = known
        self.completeRules = completeRules
        let comments = project.sources?.suppressions ?? []
        commentUses = Array(repeating: 0, count: comments.count)
        allowanceUses = Array(repeating: 0, count: project.configuration.allowances.count)
        var places: [Place: Int] = [:]
        for (index, comment) in comments.enumerated() where comment.misspelling == nil {
            for line in comment.lines {
                for rule in comment.rules {
                    let place = Place(path: comment.path, line: line, rule: rule)
                    if places[place] == nil { places[place] = index }
                }
            }
        }
        commentsByPlace = places
        let allowances = project.configuration.allowances
        allowancesBySubject = Dictionary(grouping: allowances.indices) { index in
            let allowance = allowances[index]
            return Subject(rule: allowance.rule, toggle: allowance.toggle, parameter: allowance.parameter)
        }
    }

    private var comments: [CodeSuppression] { project.sources?.suppressions ?? [] }

    /// Returns whether to report a finding.
    mutating func isReported(_ finding: Finding) -> Bool {
        if let line = finding.range?.start.line,
            let index = commentsByPlace[Place(path: finding.path, line: line, rule: finding.rule)]
        {
            commentUses[index] += 1
            suppressedCount += 1
            return false
        }
        return !isAllowed(finding)
    }

    /// Returns whether an entry of `allow` applies to a finding.
    mutating func isAllowed(_ finding: Finding) -> Bool {
        guard !allowancesBySubject.isEmpty else { return false }
        let toggles = Set([nil, Self.key(of: finding)])
        let subjects = toggles.flatMap { toggle in
            [nil, finding.discriminator].map { Subject(rule: finding.rule, toggle: toggle, parameter: $0) }
        }
        for index in subjects.flatMap({ allowancesBySubject[$0] ?? [] }).sorted() {
            allowanceUses[index] += 1
            guard project.today <= project.configuration.allowances[index].until else { continue }
            allowedCount += 1
            return true
        }
        return false
    }

    /// Returns the key that a finding is about, even if the manifest has no such toggle.
    private static func key(of finding: Finding) -> String? {
        let isOfAnother = finding.rule == DeclaredElsewhereMissingRule.description.identifier
        return finding.toggle ?? (isOfAnother ? finding.discriminator : nil)
    }

    /// Returns the problems of comments and allowances, after every finding was checked.
    func findings() -> [Finding] {
        let toggles = Dictionary(project.manifest.toggles.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        var suggestions = Suggestions(in: project.manifest.toggles.map(\.key))
        return comments.indices.flatMap(findings(ofComment:))
            + project.configuration.allowances.indices.compactMap { index in
                finding(ofAllowance: index, toggles, &suggestions)
            }
    }

    private func findings(ofComment index: Int) -> [Finding] {
        let comment = comments[index]
        func finding(_ rule: RuleDescription, _ message: String, _ nextStep: String, _ discriminator: String) -> Finding
        {
            Finding(
                rule,
                path: comment.path,
                range: comment.range,
                message: message,
                nextStep: nextStep,
                discriminator: discriminator
            )
        }
        if let misspelling = comment.misspelling {
            // If the rest is right, only the beginning has to be rewritten.
            let rules = comment.rules.filter(known.contains).joined(separator: ", ")
            return [
                finding(
                    SuppressionRules.unknownSuppression,
                    "\(misspelling.quoted) is not ‘toggles:ignore’, so the comment suppresses nothing",
                    "write ‘toggles:ignore \(rules.isEmpty ? "RULE" : rules) - reason’, or remove the comment",
                    ""
                )
            ]
        }
        guard !comment.rules.isEmpty else {
            return [
                finding(
                    SuppressionRules.unknownSuppression,
                    "the comment names no rule, so it suppresses nothing",
                    "write ‘toggles:ignore RULE - reason’, or remove the comment",
                    ""
                )
            ]
        }
        if let rule = comment.rules.first.map({ String($0.prefix { $0 != ":" }) }), known.contains(rule),
            comment.reason == nil, comment.rules.contains(where: { !known.contains($0) })
        {
            // With a colon instead of the hyphen, or without a separator, every word of the reason looks like a rule.
            return [
                finding(
                    SuppressionRules.unknownSuppression,
                    "the words after \(rule.quoted) are not rules; a reason follows ‘ - ’",
                    "did you mean ‘toggles:ignore \(rule) - reason’?",
                    rule
                )
            ]
        }
        let own = Set(SuppressionRules.all.filter { $0.area == .suppression }.map(\.identifier))
        var result = comment.rules.filter { !known.contains($0) || own.contains($0) }.map { rule in
            if own.contains(rule) {
                return finding(
                    SuppressionRules.unknownSuppression,
                    "\(rule.quoted) checks comments such as this one, and cannot be suppressed by one",
                    "do what it says and remove the comment, or switch the rule off below ‘rules’ in the manifest",
                    rule
                )
            }
            let meant = Suggestion.closest(to: rule, in: known.sorted())
            return finding(
                SuppressionRules.unknownSuppression,
                "\(rule.quoted) is not a rule, and the comment does not suppress it",
                meant.map { "write \($0.quoted)" } ?? "remove it; `toggles lint --list` lists the rules",
                rule
            )
        }
        let rules = comment.rules.joined(separator: ", ")
        if comment.reason?.isMeaningfulReason != true, result.isEmpty {
            result.append(
                finding(
                    SuppressionRules.suppressionWithoutReason,
                    "the comment does not say why \(rules.quoted) is suppressed",
                    "write the reason: ‘toggles:ignore \(rules) - reason’",
                    rules
                )
            )
        }
        if commentUses[index] == 0, result.isEmpty, comment.rules.allSatisfy(completeRules.contains) {
            result.append(
                finding(
                    SuppressionRules.superfluousSuppression,
                    "there is no finding here for the comment to suppress: \(rules.quoted)",
                    "remove the comment",
                    rules
                )
            )
        }
        return result
    }

    private func finding(
        ofAllowance index: Int,
        _ toggles: [String: ToggleDeclaration],
        _ suggestions: inout Suggestions<[String]>
    ) -> Finding? {
        let allowance = project.configuration.allowances[index]
        let toggle = allowance.toggle.flatMap { toggles[$0] }
        let subject = allowance.toggle ?? allowance.parameter
        let what = allowance.rule.quoted + (subject.map { " for \($0.quoted)" } ?? "")
        func finding(_ rule: RuleDescription, _ message: String, _ nextStep: String) -> Finding {
            Finding(
                rule,
                toggle: toggle,
                path: allowance.place?.path ?? project.manifestPath,
                range: allowance.place?.range,
                message: message,
                nextStep: nextStep,
                discriminator: allowance.rule + (subject.map { " \($0)" } ?? "")
            )
        }
        if let key = allowance.toggle, toggle == nil, allowanceUses[index] == 0 {
            let meant = suggestions.closest(to: key)
            return finding(
                SuppressionRules.superfluousAllowance,
                "the allowance of \(what) names a toggle that is not declared",
                meant.map { "write \($0.quoted), or remove the entry" } ?? "remove the entry"
            )
        }
        let isComplete = completeRules.contains(allowance.rule)
        if allowance.until < project.today {
            return finding(
                SuppressionRules.expiredAllowance,
                "the allowance of \(what) ended on \(allowance.until)",
                allowanceUses[index] == 0 && isComplete
                    ? "remove the entry; there is no longer such a finding"
                    : "do what it waited for and remove the entry, or set a later date"
            )
        }
        let latest = SuppressionRules.latestEnd(from: project.today)
        if latest < allowance.until {
            return finding(
                SuppressionRules.endlessAllowance,
                "the allowance of \(what) ends on \(allowance.until), in more than two years",
                "set a date no later than \(latest); the rule can be switched off below ‘rules’"
            )
        }
        guard allowanceUses[index] == 0, isComplete else { return nil }
        return finding(
            SuppressionRules.superfluousAllowance,
            "the allowance of \(what) applies to no finding",
            "remove the entry"
        )
    }
}
