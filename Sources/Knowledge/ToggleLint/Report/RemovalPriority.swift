package import ToggleManifest

/// The priority of removing a toggle.
package struct RemovalPriority: Sendable {
    package let toggle: ToggleDeclaration
    /// The reasons to remove it, the most important first.
    package let reasons: [String]
    /// The total weight of the reasons; a higher one is more urgent.
    package let weight: Int

    /// Returns the toggles to remove, the most urgent first.
    ///
    /// Only the linter decides what to remove, so a rule that is off or an exception counts here, too.
    ///
    /// - Parameters:
    ///   - toggles: The toggles.
    ///   - facts: The facts about the project.
    ///   - findings: The linter's findings.
    /// - Returns: The toggles with a reason for removal. Permanent toggles are not included.
    package static func all(
        of toggles: [ToggleDeclaration],
        in facts: LintFacts,
        findings: [Finding]
    ) -> [RemovalPriority] {
        let findings = FindingsByToggle(findings, toggles, facts)
        return toggles.filter { !$0.details.isPermanent }.compactMap { toggle in
            let reasons = findings[toggle].compactMap { finding in
                weights[finding.rule].map { (weight: $0 + severities[finding.severity, default: 0], finding.message) }
            }
            guard !reasons.isEmpty else { return nil }
            let days = facts.isExpired(toggle) ? toggle.details.expires?.days(until: facts.today) ?? 0 : 0
            let sorted = reasons.enumerated().sorted { left, right in
                (right.element.weight, left.offset) < (left.element.weight, right.offset)
            }
            return RemovalPriority(
                toggle: toggle,
                reasons: sorted.map(\.element.1),
                weight: reasons.reduce(min(days, 365)) { $0 + $1.weight }
            )
        }
        .sorted { ($1.weight, $0.toggle.key) < ($0.weight, $1.toggle.key) }
    }

    /// The rules whose findings are reasons for a removal, with their weights.
    private static let weights: [String: Int] = [
        "expired_toggle": 100, "completed_migration": 60, "aged_toggle": 40, "settled_parameter": 40,
        "finished_rollout": 40, "expiry_pushed_back": 20, "expires_soon": 20, "unused_toggle": 10,
        "constant_toggle": 10, "same_branches": 10, "constant_condition": 10, "test_only_toggle": 5,
        "debug_only_toggle": 5,
    ]
    private static let severities: [Finding.Severity: Int] = [.error: 30, .warning: 15]
}

/// The linter's findings about each toggle.
struct FindingsByToggle {
    private let findings: [String: [Finding]]
    /// How many declarations have a key.
    private let declarations: [String: Int]
    private let facts: LintFacts

    init(_ findings: [Finding], _ toggles: [ToggleDeclaration], _ facts: LintFacts) {
        self.findings = Dictionary(grouping: findings) { $0.toggle ?? "" }
        declarations = Dictionary(toggles.map { ($0.key, 1) }, uniquingKeysWith: +)
        self.facts = facts
    }

    /// The findings about a toggle.
    ///
    /// A finding in a manifest isn't about a toggle with the same key that another one declares differently.
    subscript(toggle: ToggleDeclaration) -> [Finding] {
        (findings[toggle.key] ?? []).filter { declarations[toggle.key] == 1 || isDeclared(toggle, where: $0) }
    }

    /// Returns whether the manifest in which a finding is declares a toggle; `true` for a finding in another file.
    private func isDeclared(_ toggle: ToggleDeclaration, where finding: Finding) -> Bool {
        guard let file = facts.project.manifestFiles.first(where: { $0.path == finding.path }) else { return true }
        return file.manifest.toggles.contains {
            $0.key == toggle.key && $0.category == toggle.category && $0.type == toggle.type
        }
    }
}
