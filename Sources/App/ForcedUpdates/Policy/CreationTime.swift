import FeatureToggles
import ToggleBase

/// When a policy was created.
package enum CreationTime {
    /// The smallest number that is read as milliseconds instead of seconds.
    static let firstMilliseconds: Int64 = 100_000_000_000

    /// Returns a time in milliseconds since 1970.
    ///
    /// - Parameter value: A date or time in ISO 8601 (`2026-11-21`, `2026-11-21T10:00:00.5+01:00`, also with a space
    ///   for the `T`, and with slashes in the date), in UTC without an offset; or a whole number of seconds, from
    ///   100,000,000,000 on of milliseconds.
    /// - Returns: The milliseconds, or `nil` if the value isn't a time since 1970.
    static func milliseconds(_ value: JSONValue) -> UInt64? {
        if case .string(let text) = value { return milliseconds(text) }
        // `Int` can have 32 bits, which are too few for milliseconds.
        guard let number = value.whole, number >= 0 else { return nil }
        return number < firstMilliseconds ? UInt64(number) * 1_000 : UInt64(number)
    }

    /// Returns a time as text in UTC, such as "2026-11-21T10:00:00Z".
    package static func text(_ milliseconds: UInt64) -> String {
        let seconds = milliseconds / 1_000
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (year, month, day) = CalendarDate.fields(daysSince1970: Int64(seconds / 86_400))
        return "\(year)-\(two(month))-\(two(day))T\(SystemTime.clock(Int64(seconds)))Z"
    }

    /// Returns a time with slashes in its date, such as "2026/11/21 10:00:00", as ISO 8601; `nil` for any other text.
    ///
    /// A fraction of a second is rounded up, because apps refuse a policy that is older than the known one.
    package static func corrected(_ text: String) -> String? {
        text.contains("/") ? milliseconds(text).map { Self.text($0 + 999) } : nil
    }

    /// Returns whether a time states its offset from UTC, also as `Z`.
    static func hasOffset(_ text: String) -> Bool {
        text.dropFirst("2026-11-21".count).contains { "Zz+-".contains($0) }
    }

    static func milliseconds(_ text: String) -> UInt64? {
        var scanner = Scanner(text)
        guard let year = scanner.number(4) else { return nil }
        // Both separators are the same.
        let separator: Unicode.Scalar = scanner.take("/") ? "/" : "-"
        guard separator == "/" || scanner.take("-"), let month = scanner.number(2), scanner.take(separator),
            let day = scanner.number(2), year >= 1970, let date = CalendarDate(year: year, month: month, day: day)
        else { return nil }
        var result = Int64(date.daysSince1970) * 86_400_000
        if !scanner.isAtEnd {
            guard let milliseconds = time(&scanner) else { return nil }
            result += milliseconds
        }
        return UInt64(exactly: result)
    }

    /// Reads the time after the date, in milliseconds.
    private static func time(_ scanner: inout Scanner) -> Int64? {
        guard scanner.take("T") || scanner.take("t") || scanner.take(" "), let hour = scanner.number(2), hour < 24,
            scanner.take(":"), let minute = scanner.number(2), minute < 60
        else { return nil }
        var result = Int64(hour * 3_600 + minute * 60) * 1_000
        if scanner.take(":") {
            guard let second = scanner.number(2), second <= 60 else { return nil }
            result += Int64(second) * 1_000
            if scanner.take(".") {
                guard let fraction = scanner.fraction() else { return nil }
                result += Int64(fraction)
            }
        }
        _ = scanner.take(" ")
        if scanner.isAtEnd { return result }
        if scanner.take("Z") || scanner.take("z") { return scanner.isAtEnd ? result : nil }
        let isWest = scanner.take("-")
        guard isWest || scanner.take("+"), let hours = scanner.number(2), hours < 24 else { return nil }
        _ = scanner.take(":")
        let minutes = scanner.isAtEnd ? 0 : scanner.number(2)
        guard let minutes, minutes < 60, scanner.isAtEnd else { return nil }
        let offset = Int64(hours * 3_600 + minutes * 60) * 1_000
        return isWest ? result + offset : result - offset
    }
}

/// Reads digits and separators.
private struct Scanner {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = text[...].utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ mark: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: mark) else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func digit() -> Int? {
        guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        rest.removeFirst()
        return Int(byte - UInt8(ascii: "0"))
    }

    mutating func number(_ digits: Int) -> Int? {
        var result = 0
        for _ in 0..<digits {
            guard let digit = digit() else { return nil }
            result = result * 10 + digit
        }
        return result
    }

    /// The milliseconds of a fraction of a second.
    mutating func fraction() -> Int? {
        var result = 0
        var weight = 100
        var count = 0
        while let digit = digit() {
            result += digit * weight
            weight /= 10
            count += 1
        }
        return count > 0 ? result : nil
    }
}
