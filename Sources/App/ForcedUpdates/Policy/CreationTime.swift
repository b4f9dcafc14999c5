import FeatureToggles
import ToggleBase

/// When a policy was created.
package enum CreationTime {
    /// The smallest number that is read as milliseconds instead of seconds.
    static let firstMilliseconds: Int64 = 100_000_000_000

    /// Returns a time in milliseconds since 1970.
    ///
    /// - Parameters:
    ///   - value: A date or time in ISO 8601 (`2026-11-21`, `2026-11-21T10:00:00.5+01:00`, also with a space for the `T`,
    ///     and with slashes in the date); or a whole number of seconds, from 100,000,000,000 on of milliseconds.
    ///   - offset: The offset from UTC of a date or time that doesn't state its own.
    /// - Returns: The milliseconds, or `nil` if the value isn't a time since 1970.
    static func milliseconds(_ value: JSONValue, offset: Duration = .zero) -> UInt64? {
        if case .string(let text) = value { return milliseconds(text, offset: offset) }
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
    package static func corrected(_ text: String, offset: Duration = .zero) -> String? {
        text.contains("/") ? milliseconds(text, offset: offset).map { Self.text($0 + 999) } : nil
    }

    /// Returns whether a time states its offset from UTC, also as `Z`.
    static func hasOffset(_ text: String) -> Bool {
        text.dropFirst("2026-11-21".count).contains { "Zz+-".contains($0) }
    }

    static func milliseconds(_ text: String, offset: Duration = .zero) -> UInt64? {
        var scanner = Scanner(text)
        guard let year = scanner.number(4) else { return nil }
        // Both separators are the same.
        let separator: Unicode.Scalar = scanner.take("/") ? "/" : "-"
        guard separator == "/" || scanner.take("-"), let month = scanner.number(2), scanner.take(separator),
            let day = scanner.number(2), year >= 1970, let date = CalendarDate(year: year, month: month, day: day)
        else { return nil }
        var result = Int64(date.daysSince1970) * 86_400_000
        var offset = offset.components.seconds
        if !scanner.isAtEnd {
            guard let milliseconds = time(&scanner) else { return nil }
            result += milliseconds
            if !scanner.isAtEnd {
                guard let own = UTCOffset.seconds(scanner.rest) else { return nil }
                offset = Int64(own)
            }
        }
        return UInt64(exactly: result - offset * 1_000)
    }

    /// Reads the time after the date, without its offset, in milliseconds.
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
        return result
    }
}

/// Reads digits and separators.
private struct Scanner {
    private var bytes: Substring.UTF8View

    init(_ text: String) {
        bytes = text[...].utf8
    }

    /// The text that isn't read yet.
    var rest: Substring { Substring(bytes) }

    var isAtEnd: Bool { bytes.isEmpty }

    mutating func take(_ mark: Unicode.Scalar) -> Bool {
        guard bytes.first == UInt8(ascii: mark) else { return false }
        bytes.removeFirst()
        return true
    }

    private mutating func digit() -> Int? {
        guard let byte = bytes.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        bytes.removeFirst()
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
