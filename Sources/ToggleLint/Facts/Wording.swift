import FeatureToggles

/// Texts of numbers for sentences.
enum Wording {
    /// Returns `once`, `twice`, `3 times`.
    static func times(_ count: Int) -> String {
        switch count {
        case 1: "once"
        case 2: "twice"
        default: "\(count) times"
        }
    }
}

extension ToggleCategory {
    /// The category with its article: `an ops toggle`.
    var withArticle: String {
        switch self {
        case .ops, .experiment: "an \(rawValue) toggle"
        case .release, .permission, .migration: "a \(rawValue) toggle"
        }
    }
}

extension CalendarDate {
    /// Returns the number of days until another date; negative if it is earlier.
    func days(until other: CalendarDate) -> Int { other.daysSince1970 - daysSince1970 }
}

extension CalendarDate {
    /// Returns the date a number of days later; the same date at the end of the calendar.
    func later(byDays count: Int) -> CalendarDate {
        var (year, month, day) = (year, month, day + max(0, count))
        while day > Self.days(inMonth: month, ofYear: year), year <= 9999 {
            day -= Self.days(inMonth: month, ofYear: year)
            (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
        }
        return CalendarDate(year: year, month: month, day: day) ?? self
    }
}

extension StringProtocol {
    /// Whether a reason contains a letter, unlike a dot or a dash.
    var isMeaningfulReason: Bool { contains { $0.isLetter } }
}
