import ToggleBase

/// What running apps say about one toggle in the last days of the counts.
struct ToggleFieldUsage {
    /// The pages of versions that have the toggle in these days, oldest first.
    let pages: [(page: FieldUsage.Page, toggle: FieldUsage.Toggle)]
    /// The number of days that count.
    private let days: Int
    /// Whether versions have had the toggle for all of these days.
    let isComplete: Bool

    /// Collects the pages about a toggle.
    ///
    /// - Parameters:
    ///   - key: The toggle's key.
    ///   - usage: All counts.
    ///   - days: The number of days that count, up to the last one in the counts.
    init(_ key: String, _ usage: FieldUsage, days: Int) {
        let last = usage.pages.last?.day
        pages = usage.pages.compactMap { page in
            guard let last, page.day.days(until: last) < days, let toggle = page.toggles[key] else { return nil }
            return (page, toggle)
        }
        self.days = days
        // A page long before these days can come from devices whose clock is wrong, such as those that begin in 1970.
        isComplete = usage.pages.contains { page in
            guard let last, page.toggles[key] != nil else { return false }
            return (days...2 * days).contains(page.day.days(until: last) + 1)
        }
    }

    /// The versions of pages, lowest first, for a sentence.
    static func text(_ pages: [FieldUsage.Page]) -> String {
        let all = Set(pages.map(\.appVersion)).sorted { left, right in
            guard let first = AppVersion(left), let second = AppVersion(right) else { return left < right }
            return first < second
        }
        guard let first = all.first, let last = all.last else { return "" }
        return first == last ? first : "\(first) to \(last)"
    }

    /// The period of the pages for a sentence: `in 30 days until 2026-11-20`.
    var period: String { "in \(days.counted("day")) until \(pages.last?.page.day.description ?? "")" }
}
