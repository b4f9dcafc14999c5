#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The system's wall clock, which the user can set.
package enum SystemTime {
    /// Whole seconds since the beginning of 1970.
    package static var secondsSince1970: Int64 { Int64(time(nil)) }

    /// Whole milliseconds since the beginning of 1970.
    package static var millisecondsSince1970: Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
    }

    /// The current date in the local time zone, or `nil` if the clock is outside the calendar's range.
    package static var today: CalendarDate? {
        var now = time(nil)
        var parts = tm()
        guard localtime_r(&now, &parts) != nil else { return nil }
        return CalendarDate(year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    }

    /// Returns the time of day in UTC, such as "14:03:00".
    ///
    /// - Parameters:
    ///   - seconds: The seconds since 1970.
    ///   - separator: The text between the numbers.
    /// - Returns: The hours, minutes, and seconds, with two digits each.
    package static func clock(_ seconds: Int64, separator: String = ":") -> String {
        let second = (seconds % 86_400 + 86_400) % 86_400
        return [second / 3_600, second / 60 % 60, second % 60]
            .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: separator)
    }
}
