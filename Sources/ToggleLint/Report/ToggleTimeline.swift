package import FeatureToggles
import ToggleManifest

/// How many toggles there were, day by day.
package struct ToggleTimeline: Sendable {
    /// From a day on.
    package struct Step: Sendable, Equatable {
        /// The day.
        package let day: CalendarDate
        /// How many toggles there are from then on, by category.
        package let counts: [ToggleCategory: Int]

        /// How many there are in all.
        package var total: Int { counts.values.reduce(0, +) }
    }

    /// The steps, oldest first; empty when nothing is known of the past.
    package let steps: [Step]

    /// Counts back from the toggles that there are now, so that what a shallow clone does not know does no harm.
    ///
    /// - Parameter project: The project, with its history.
    package init(_ project: LintProject) {
        let events = (project.history?.toggles ?? []).filter { $0.commit.day <= project.today }
        guard !events.isEmpty else {
            steps = []
            return
        }
        // What a toggle was when it was removed.
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
            if event.commit.day != day {
                steps.append(Step(day: event.commit.day, counts: counts()))
                day = event.commit.day
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
