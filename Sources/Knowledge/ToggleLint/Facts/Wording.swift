import ToggleBase

/// Phrases for numbers in sentences.
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
        "\(rawValue.first.map { "aeiou".contains($0) } == true ? "an" : "a") \(rawValue) toggle"
    }
}

extension CalendarDate {
    /// Returns the number of days until another date; negative if it is earlier.
    func days(until other: CalendarDate) -> Int { other.daysSince1970 - daysSince1970 }
}

extension StringProtocol {
    /// Whether a reason contains a letter, unlike a dot or a dash.
    var isMeaningfulReason: Bool { contains { $0.isLetter } }
}
