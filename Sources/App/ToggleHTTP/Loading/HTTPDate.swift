import ToggleBase

/// Dates in header fields.
enum HTTPDate {
    /// Parses a date in one of HTTP's three formats (RFC 9110, 5.6.7) or as ISO 8601.
    ///
    /// - Returns: The seconds since 1970, or `nil` for another format or a day that doesn't exist.
    static func seconds(_ text: String) -> Int64? {
        let text = text.prefix(64)
        return iso(text) ?? http(text)
    }

    /// Parses `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`, and `Sun Nov  6 08:49:37 1994`.
    private static func http(_ text: Substring) -> Int64? {
        let words = text.split { $0 == " " || $0 == "," || $0 == "-" }.map(String.init)
        guard words.count >= 5 else { return nil }
        // In the last format, the month comes first and the year comes last.
        if let month = month(words[1]), words.count == 5 {
            return seconds(year: Int(words[4]), month: month, day: Int(words[2]), time: words[3])
        }
        guard words.count == 6, let month = month(words[2]), words[5] == "GMT" || words[5] == "UTC" else { return nil }
        var year = Int(words[3])
        // The obsolete format has two-digit years.
        if words[3].count == 2, let short = year { year = short < 70 ? 2000 + short : 1900 + short }
        return seconds(year: year, month: month, day: Int(words[1]), time: words[4])
    }

    /// Parses `2024-02-07T12:00:00Z`, optionally with a fraction or an offset.
    private static func iso(_ text: Substring) -> Int64? {
        let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let date = CalendarDate(String(parts[0])) else { return nil }
        var clock = parts[1]
        var offset: Int64 = 0
        if clock.hasSuffix("Z") || clock.hasSuffix("z") {
            clock = clock.dropLast()
        } else if let sign = clock.lastIndex(where: { $0 == "+" || $0 == "-" }) {
            let digits = clock[sign...].dropFirst().filter { $0 != ":" }
            guard digits.count == 4, let number = Int64(digits), number >= 0, number % 100 < 60 else { return nil }
            offset = (number / 100 * 60 + number % 100) * 60 * (clock[sign] == "-" ? -1 : 1)
            clock = clock[..<sign]
        }
        let whole = clock.prefix { $0 != "." && $0 != "," }
        return seconds(year: date.year, month: date.month, day: date.day, time: String(whole)).map { $0 - offset }
    }

    private static func seconds(year: Int?, month: Int, day: Int?, time: String) -> Int64? {
        let numbers = time.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard let year, let day, let date = CalendarDate(year: year, month: month, day: day),
            numbers.count == 3 || numbers.count == 2, let hour = numbers[0], let minute = numbers[1],
            (0...23).contains(hour), (0...59).contains(minute)
        else { return nil }
        let second = numbers.count == 3 ? numbers[2] ?? -1 : 0
        guard (0...60).contains(second) else { return nil }
        return Int64(date.daysSince1970) * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
    }

    private static func month(_ name: String) -> Int? {
        let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return names.firstIndex(of: name).map { $0 + 1 }
    }
}
