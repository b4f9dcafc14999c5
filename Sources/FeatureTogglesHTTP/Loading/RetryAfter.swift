import FeatureToggles

/// How long a server wants to be left alone.
enum RetryAfter {
    /// The longest pause that is reported, a year.
    ///
    /// Whoever asks for more means for ever.
    static let maximum: Duration = .seconds(366 * 86_400)

    /// Reads the field `Retry-After`, which comes as seconds, as HTTP's date, and as an ISO date.
    ///
    /// - Parameters:
    ///   - headers: The header fields of an answer. A date is taken relative to the server's own clock where the answer
    ///     has it, since this machine's may be wrong.
    ///   - now: This machine's clock, in seconds since 1970.
    /// - Returns: The pause, at most ``maximum``; zero for a date that is over; `nil` for a field that is missing, negative
    ///   or nonsense.
    static func pause(_ headers: HTTPHeaders, now: Int64) -> Duration? {
        guard let text = headers["Retry-After"]?.trimmed else { return nil }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        if !digits.isEmpty, digits.count == text.count || text.dropFirst(digits.count).first == "." {
            let fraction = text.dropFirst(digits.count).dropFirst()
            guard fraction.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
            // More digits than fit are more than the longest pause.
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
    /// Without white space at its ends.
    var trimmed: String {
        let start = drop { $0 == " " || $0 == "\t" }
        return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
