package import ToggleBase
import ToggleManifest

/// The number of toggles over time.
package struct ToggleTimeline: Sendable {
    /// The counts from one day on.
    package struct Step: Sendable, Equatable {
        package let day: CalendarDate
        /// The number of toggles from that day on, by category.
        package let counts: [ToggleCategory: Int]

        /// The total number of toggles.
        package var total: Int { counts.values.reduce(0, +) }
    }

    /// The steps, oldest first; empty if there is no history.
    package let steps: [Step]

    /// Counts backward from the present toggles, so that the result is right even if a shallow clone lacks old
    /// commits.
    ///
    /// - Parameter project: The project, with its history.
    package init(_ project: LintProject) {
        typealias Event = (toggle: String, kind: ProjectHistory.ToggleEvent.Kind, day: CalendarDate)
        var events: [Event] = (project.history?.toggles ?? []).map { ($0.toggle, $0.kind, $0.commit.day) }
        events.removeAll { $0.day > project.today }
        guard let start = events.first?.day else {
            steps = []
            return
        }
        // A toggle that isn't committed yet wasn't there before.
        let known = Set(events.map(\.toggle))
        for toggle in project.manifest.toggles where !known.contains(toggle.key) {
            guard let day = toggle.details.created.map({ min($0, project.today) }), day > start else { continue }
            let index = events.firstIndex { $0.day > day } ?? events.count
            events.insert((toggle.key, .born(toggle.category, expires: nil), day), at: index)
        }
        // The categories of toggles when they were removed.
        var categories: [String: ToggleCategory] = [:]
        var removed: [Int: ToggleCategory] = [:]
        for (index, event) in events.enumerated() {
            switch event.kind {
            case .born(let category, _): categories[event.toggle] = category
            case .category(_, let category): categories[event.toggle] = category
            case .removed: removed[index] = categories[event.toggle] ?? .release
            default: break
            }
        }
        var present = Dictionary(
            project.manifest.toggles.map { ($0.key, $0.category) },
            uniquingKeysWith: { first, _ in first }
        )
        func counts() -> [ToggleCategory: Int] { present.values.reduce(into: [:]) { $0[$1, default: 0] += 1 } }
        var steps: [Step] = []
        var day: CalendarDate?
        for index in events.indices.reversed() {
            let event = events[index]
            if event.day != day {
                steps.append(Step(day: event.day, counts: counts()))
                day = event.day
            }
            switch event.kind {
            case .born: present[event.toggle] = nil
            case .removed: present[event.toggle] = removed[index]
            case .category(let old, _): if present[event.toggle] != nil { present[event.toggle] = old }
            default: break
            }
        }
        let before = counts()
        if !before.isEmpty, let first = steps.last?.day {
            steps.append(Step(day: first.adding(days: -1), counts: before))
        }
        self.steps = steps.reversed()
    }
}
