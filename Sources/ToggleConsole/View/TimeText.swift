#if OVERRIDES
import FeatureToggles

/// Formats timestamps in UTC.
enum TimeText {
    /// Returns a time in the form `2026-11-21 10:15 UTC`.
    static func minute(_ seconds: Int64) -> String {
        let (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
        let day = rest < 0 ? days - 1 : days
        let minutes = (rest < 0 ? rest + 86_400 : rest) / 60
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : String(number) }
        return "\(date(Int(clamping: day))) \(two(minutes / 60)):\(two(minutes % 60)) UTC"
    }

    /// Returns the date a number of days after 1970-01-01.
    private static func date(_ days: Int) -> String {
        guard (-700_000...2_900_000).contains(days) else { return "day \(days)" }
        // The civil-from-days algorithm, with years that begin in March.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return CalendarDate(year: year, month: month, day: day)?.description ?? "day \(days)"
    }
}
#endif
