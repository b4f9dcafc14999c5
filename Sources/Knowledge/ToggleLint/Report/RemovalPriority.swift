import ToggleBase
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
    /// - Parameters:
    ///   - toggles: The toggles.
    ///   - facts: The facts about the project.
    ///   - findings: The linter's findings, if it ran.
    /// - Returns: The toggles with a reason for removal. Permanent toggles are not included.
    package static func all(
        of toggles: [ToggleDeclaration],
        in facts: LintFacts,
        findings: [Finding]
    ) -> [RemovalPriority] {
        let byToggle = Dictionary(grouping: findings) { $0.toggle ?? "" }
        let declarations = Dictionary(toggles.map { ($0.key, 1) }, uniquingKeysWith: +)
        return toggles.filter { !$0.details.isPermanent }.compactMap { toggle in
            var reasons = dates(toggle, facts)
            if let reason = value(toggle, facts) { reasons.append(reason) }
            let count = facts.history.postponements(of: toggle.key).count
            if count > 1 { reasons.append((10 * min(count, 5), "its expiry was pushed back \(Wording.times(count))")) }
            for finding in byToggle[toggle.key] ?? [] where reasonRules.contains(finding.rule) {
                // A finding in a manifest isn't about a toggle with the same key that another one declares differently.
                if declarations[toggle.key] != 1, !Self.isDeclared(toggle, where: finding, facts) { continue }
                let weights: [Finding.Severity: Int] = [.error: 30, .warning: 15]
                reasons.append((weights[finding.severity] ?? 3, finding.message))
            }
            guard !reasons.isEmpty else { return nil }
            let sorted = reasons.enumerated().sorted { left, right in
                (right.element.0, left.offset) < (left.element.0, right.offset)
            }
            return RemovalPriority(
                toggle: toggle,
                reasons: sorted.map(\.element.1),
                weight: reasons.reduce(0) { $0 + $1.0 }
            )
        }
        .sorted { ($1.weight, $0.toggle.key) < ($0.weight, $1.toggle.key) }
    }

    /// Rules whose findings are reasons for a removal, and add information.
    private static let reasonRules: Set<String> = [
        "unused_toggle", "test_only_toggle", "debug_only_toggle", "constant_toggle", "same_branches",
        "constant_condition",
        "finished_rollout",
    ]

    /// Returns whether the manifest in which a finding is declares a toggle; `true` for a finding in another file.
    private static func isDeclared(_ toggle: ToggleDeclaration, where finding: Finding, _ facts: LintFacts) -> Bool {
        guard let file = facts.project.manifestFiles.first(where: { $0.path == finding.path }) else { return true }
        return file.manifest.toggles.contains {
            $0.key == toggle.key && $0.category == toggle.category && $0.type == toggle.type
        }
    }

    private static func dates(_ toggle: ToggleDeclaration, _ facts: LintFacts) -> [(Int, String)] {
        var result: [(Int, String)] = []
        if let days = toggle.details.expires?.days(until: facts.today) {
            if days >= 0 {
                let text = days == 0 ? "it expires today" : "it expired \(days.counted("day")) ago"
                result.append((100 + min(days, 365), text))
            } else if days >= -14 {
                result.append((20, "it expires in \((-days).counted("day"))"))
            }
        }
        if let age = facts.age(of: toggle), let limit = facts.configuration.ageLimit(of: toggle.category), age > limit {
            let usual = "\(limit.counted("day")) \(limit == 1 ? "is" : "are") usual for \(toggle.category.rawValue)"
            result.append((40 + min(age - limit, 365) / 2, "it is \(age.counted("day")) old; \(usual)"))
        }
        return result
    }

    private static func value(_ toggle: ToggleDeclaration, _ facts: LintFacts) -> (Int, String)? {
        guard let settled = facts.settled(toggle) else { return nil }
        let text = JSONWriter().text(settled.value).prefix(40)
        guard let days = settled.since?.days(until: facts.today) else {
            return (5, "all users get \(text) from the remote document")
        }
        if days < 14 { return nil }
        return (40, "all users have had \(text) from the remote document for \(days.counted("day"))")
    }
}
