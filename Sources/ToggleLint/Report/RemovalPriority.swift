import FeatureToggles
import ToggleDocuments
package import ToggleManifest

/// The priority of removing a toggle.
package struct RemovalPriority: Sendable {
    /// The toggle.
    package let toggle: ToggleDeclaration
    /// The reasons to remove it, the most important first.
    package let reasons: [String]
    /// The total weight of the reasons; a higher one is more urgent.
    package let weight: Int

    /// Returns the toggles to remove, the most urgent first.
    ///
    /// - Parameters:
    ///   - project: The project.
    ///   - findings: The linter's findings, if it ran.
    /// - Returns: The toggles with a reason for removal. Permanent toggles are not included.
    package static func all(in project: LintProject, findings: [Finding]) -> [RemovalPriority] {
        let byToggle = Dictionary(grouping: findings) { $0.toggle ?? "" }
        let document = project.outline
        return project.manifest.toggles.filter { !$0.details.isPermanent }.compactMap { toggle in
            var reasons = dates(toggle, project)
            if let reason = value(toggle, document, project) { reasons.append(reason) }
            let count = (project.history?.toggles ?? []).count { event in
                guard event.toggle == toggle.key, case .expiry(let old?, let new?) = event.kind else { return false }
                return new > old
            }
            if count > 1 { reasons.append((10 * min(count, 5), "its expiry was pushed back \(Wording.times(count))")) }
            for finding in byToggle[toggle.key] ?? [] where telling.contains(finding.rule) {
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
    private static let telling: Set<String> = [
        "unused_toggle", "test_only_toggle", "debug_only_toggle", "same_branches", "constant_condition",
        "finished_rollout",
    ]

    private static func dates(_ toggle: ToggleDeclaration, _ project: LintProject) -> [(Int, String)] {
        var result: [(Int, String)] = []
        if let expires = toggle.details.expires {
            let days = project.today.daysSince1970 - expires.daysSince1970
            if days >= 0 {
                result.append(
                    (100 + min(days, 365), days == 0 ? "it expires today" : "it expired \(days.counted("day")) ago")
                )
            } else if days >= -14 {
                result.append((20, "it expires in \((-days).counted("day"))"))
            }
        }
        if let age = project.age(of: toggle), let limit = project.configuration.ageLimit(of: toggle.category),
            age > limit
        {
            result.append(
                (
                    40 + min(age - limit, 365) / 2,
                    "it is \(age.counted("day")) old, and \(limit) are usual for \(toggle.category.rawValue)"
                )
            )
        }
        return result
    }

    private static func value(
        _ toggle: ToggleDeclaration,
        _ document: DocumentOutline?,
        _ project: LintProject
    ) -> (Int, String)? {
        guard toggle.category != .release,
            let value = document?[toggle.remote ?? toggle.key]?.valueForEverybody
        else { return nil }
        let text = JSONWriter().text(value)
        let events = (project.history?.parameters ?? []).filter { $0.parameter == toggle.remote ?? toggle.key }
        // The date of the last change to the present value.
        var since: CalendarDate?
        for event in events.reversed() {
            guard event.valueForEverybody == text else { break }
            since = event.commit.day
        }
        let days = since.map { project.today.daysSince1970 - $0.daysSince1970 }
        if let days, days < 14 { return nil }
        let duration = days.map { " for \($0.counted("day"))" } ?? ""
        return (days == nil ? 5 : 40, "everybody gets \(text.prefix(40)) from the remote document\(duration)")
    }
}

extension LintProject {
    /// Returns the number of days since a toggle was declared; `nil` if it is unknown.
    func age(of toggle: ToggleDeclaration) -> Int? {
        var day = toggle.details.created
        if day == nil {
            day =
                history?.toggles.last { event in
                    guard event.toggle == toggle.key, case .born = event.kind else { return false }
                    return true
                }?.commit.day
        }
        return day.map { max(0, today.daysSince1970 - $0.daysSince1970) }
    }
}
