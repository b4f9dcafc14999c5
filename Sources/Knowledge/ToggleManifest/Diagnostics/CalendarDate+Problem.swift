import ToggleBase

extension CalendarDate {
    /// Returns why a text isn't a date, and suggests a valid one where possible.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - today: Today, if the text can be a word such as `tomorrow`.
    /// - Returns: The reason.
    package static func problem(with text: String, today: CalendarDate? = nil) -> String {
        let day = text.prefix { $0 != "T" && $0 != " " }
        let parts = day.split(separator: day.contains("/") ? "/" : day.contains(".") ? "." : "-")
        let numbers = parts.compactMap { $0.utf8.count <= 4 ? Int($0) : nil }
        guard numbers.count == 3, parts.count == 3, parts[0].utf8.count == 4, numbers.allSatisfy({ $0 >= 0 }) else {
            let days = ["yesterday": -1, "today": 0, "tomorrow": 1][text.lowercased()]
            if let day = days.flatMap({ today?.adding(days: $0) }) {
                return "\(text.quoted) is not a date; write year, month and day: ‘\(day)’"
            }
            let example = today?.description ?? "2026-11-01"
            return "\(text.quoted) is not a date; write year, month and day, such as ‘\(example)’"
        }
        let (year, month, dayOfMonth) = (numbers[0], numbers[1], numbers[2])
        if let date = CalendarDate(year: year, month: month, day: dayOfMonth) {
            return "\(text.quoted) is not written as YYYY-MM-DD; write \(date.description.quoted)"
        }
        guard (1...9999).contains(year), (1...12).contains(month) else {
            return "\(text.quoted) is not a valid date: months go from 01 to 12; write YYYY-MM-DD"
        }
        let last = days(inMonth: month, ofYear: year)
        let end = CalendarDate(year: year, month: month, day: last)?.description ?? ""
        return "\(text.quoted) is not a valid date: that month has \(last) days and ends on \(end.quoted)"
    }
}
