#if OVERRIDES
import ToggleBase

/// Formats timestamps in UTC.
package enum TimeText {
    /// Returns a time in the form `2026-11-21 10:15 UTC`.
    package static func minute(_ seconds: Int64) -> String {
        let days = seconds / 86_400 - (seconds % 86_400 < 0 ? 1 : 0)
        let date = CalendarDate(secondsSince1970: seconds)?.description ?? "day \(days)"
        return "\(date) \(SystemTime.clock(seconds).dropLast(3)) UTC"
    }
}
#endif
