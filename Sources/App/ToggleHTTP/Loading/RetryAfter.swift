/// The header field with which a server requests a pause.
enum RetryAfter {
    /// The longest pause that is reported: a year.
    ///
    /// A longer one effectively means forever.
    static let maximum: Duration = .seconds(366 * 86_400)

    /// Parses the field `Retry-After`, which contains seconds, an HTTP date, or an ISO date.
    ///
    /// - Parameters:
    ///   - headers: The header fields of a response. A date is relative to the server's own clock if the response has a
    ///     `Date` field, because this machine's clock may be wrong.
    ///   - now: This machine's clock, in seconds since 1970.
    /// - Returns: The pause, at most ``maximum``; zero for a date in the past; `nil` if the field is missing, negative,
    ///   or invalid.
    static func pause(_ headers: HTTPHeaders, now: Int64) -> Duration? {
        guard let text = headers["Retry-After"]?.trimmed else { return nil }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        if !digits.isEmpty, digits.count == text.count || text.dropFirst(digits.count).first == "." {
            let fraction = text.dropFirst(digits.count).dropFirst()
            guard fraction.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
            // A number that doesn't fit exceeds the longest pause.
            let seconds = Int(digits) ?? .max
            let roundedUp = fraction.contains { $0 != "0" } ? seconds.addingReportingOverflow(1).partialValue : seconds
            return min(.seconds(min(max(seconds, roundedUp), 366 * 86_400)), maximum)
        }
        guard let date = HTTPDate.seconds(text) else { return nil }
        let reference = headers["Date"].flatMap { HTTPDate.seconds($0.trimmed) } ?? now
        return min(max(.zero, .seconds(date - reference)), maximum)
    }
}

extension String {
    /// The text without leading and trailing spaces and tabs.
    var trimmed: String {
        let start = drop { $0 == " " || $0 == "\t" }
        return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
