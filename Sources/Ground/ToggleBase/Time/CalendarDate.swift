/// A day of the proleptic Gregorian calendar, without time or time zone, for the dates of toggles.
public struct CalendarDate: Sendable, Hashable, Comparable {
    /// The year, 1 to 9999.
    package let year: Int
    /// The month, 1 to 12.
    package let month: Int
    /// The day of the month, 1 to 31.
    package let day: Int

    /// Creates a date, or returns `nil` if the day doesn't exist.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month),
            (1...Self.days(inMonth: month, ofYear: year)).contains(day)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    private init(yearOneBegins: Void) {
        (year, month, day) = (1, 1, 1)
    }

    /// The first day of the year 1, which is before any date of a toggle.
    package static let earliest = CalendarDate(yearOneBegins: ())

    /// Returns the number of days of a month, 28 to 31.
    ///
    /// - Parameters:
    ///   - month: The month, 1 to 12.
    ///   - year: The year, which determines the length of February.
    /// - Returns: The number of days.
    package static func days(inMonth month: Int, ofYear year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The number of days since 1970-01-01, negative before it.
    package var daysSince1970: Int {
        // The "days from civil" algorithm: years begin in March, so that the leap day is the last day.
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// Creates the date a number of days after 1970-01-01, or returns `nil` beyond the calendar.
    package init?(daysSince1970 days: Int) {
        guard (-4_000_000..<4_000_000).contains(days) else { return nil }
        let (year, month, day) = Self.fields(daysSince1970: Int64(days))
        self.init(year: Int(year), month: month, day: day)
    }

    /// Creates the date of a time in UTC, or returns `nil` beyond the calendar.
    package init?(secondsSince1970 seconds: Int64) {
        let days = seconds / 86_400 - (seconds % 86_400 < 0 ? 1 : 0)
        self.init(daysSince1970: Int(clamping: days))
    }

    /// Returns the year, month, and day a number of days after 1970-01-01, also beyond the year 9999.
    package static func fields(daysSince1970 days: Int64) -> (year: Int64, month: Int, day: Int) {
        // The "civil from days" algorithm, with years that begin in March, in eras of 400 years.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = Int(shifted - era * 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = Int64(yearOfEra) + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// Returns whether the left date is before the right one.
    public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension CalendarDate: LosslessStringConvertible {
    /// Parses a date as `YYYY-MM-DD` (RFC 3339 full-date), or returns `nil` if the format is different or the day
    /// doesn't exist.
    public init?(_ description: String) {
        var text = description
        let date: CalendarDate? = text.withUTF8 { bytes in
            guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
                let year = Self.number(in: bytes, from: 0, to: 4),
                let month = Self.number(in: bytes, from: 5, to: 7),
                let day = Self.number(in: bytes, from: 8, to: 10)
            else { return nil }
            return CalendarDate(year: year, month: month, day: day)
        }
        guard let date else { return nil }
        self = date
    }

    private static func number(in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int? {
        var result = 0
        var index = start
        while index < end {
            let byte = bytes[index]
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            result = result * 10 + Int(byte - UInt8(ascii: "0"))
            index += 1
        }
        return result
    }

    /// The date as `YYYY-MM-DD`.
    public var description: String {
        String(unsafeUninitializedCapacity: 10) { bytes in
            var rest = (year * 100 + month) * 100 + day
            var index = 9
            while index >= 0 {
                if index == 4 || index == 7 {
                    bytes[index] = UInt8(ascii: "-")
                } else {
                    bytes[index] = UInt8(ascii: "0") + UInt8(rest % 10)
                    rest /= 10
                }
                index -= 1
            }
            return 10
        }
    }
}

extension CalendarDate {
    /// Returns the date a number of days later or earlier; the same date at the ends of the calendar.
    package func adding(days: Int) -> CalendarDate {
        let sum = daysSince1970.addingReportingOverflow(days)
        return sum.overflow ? self : CalendarDate(daysSince1970: sum.partialValue) ?? self
    }
}
