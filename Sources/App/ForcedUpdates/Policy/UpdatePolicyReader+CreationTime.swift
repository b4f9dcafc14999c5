import FeatureToggles

/// Checks of the creation time.
extension UpdatePolicyReader {
    /// Parses `created_at`, and reports an invalid or implausible time.
    mutating func creationTime(_ value: JSONValue, at path: [Step]) -> UInt64? {
        if let moment = CreationTime.milliseconds(value, offset: utcOffset) {
            if case .string(let text) = value, let corrected = CreationTime.corrected(text, offset: utcOffset) {
                let advice =
                    CreationTime.hasOffset(text) || utcOffset != .zero
                    ? "write \"\(corrected)\", which is the same time"
                    : """
                    apps read it in UTC, so write "\(corrected)", or the offset of its time zone instead of Z, such as +09:00
                    """
                warning(path, "‘\(text)’ is not a time in ISO 8601; \(advice)")
            }
            if let now { check(moment, value, at: path, now: min(UInt64(clamping: now), Self.late)) }
            return moment
        }
        var found = "this is \(value.kindDescription)"
        var remedy = "write it as in \"2026-11-21T10:00:00Z\""
        if case .string(let text) = value {
            found = "‘\(text)’ is neither"
            if !text.isEmpty, text.utf8.count < 19, text.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") <= 9 }) {
                remedy = "write the number without quotes"
            }
        }
        error(path, "‘created_at’ must be a time in ISO 8601 or seconds since 1970; \(found); \(remedy)")
        return nil
    }

    /// The earliest plausible time of a number, in seconds since 1970: in 2001.
    private static let early: UInt64 = 1_000_000_000
    /// The end of the last year that has four digits.
    private static let late: UInt64 = 253_402_300_799
    private static let day: UInt64 = 86_400

    /// Warns of an implausible time.
    private mutating func check(_ moment: UInt64, _ value: JSONValue, at path: [Step], now: UInt64) {
        let read = CreationTime.text(moment)
        let latest = now + Self.day
        if let number = value.whole {
            let number = UInt64(clamping: number)
            if number >= UInt64(CreationTime.firstMilliseconds) {
                let meant = Self.meant(number, until: latest)
                let advice = meant.map { "write \"\(CreationTime.text($0 * 1_000))\", or \($0) in seconds" }
                warning(
                    path,
                    """
                    \(number) is too large for seconds and is read as milliseconds since 1970, \(read); \
                    \(advice ?? "write it as in \"2026-11-21T10:00:00Z\"")
                    """
                )
                return
            }
            if number < Self.early {
                let remedy = Self.date(number).map { "write \"\($0)\"" } ?? "write it as in \"2026-11-21T10:00:00Z\""
                warning(path, "\(number) is read as seconds since 1970, \(read), which is long ago; \(remedy)")
                return
            }
        }
        guard moment / 1_000 > latest else { return }
        let days = (moment / 1_000 - now) / Self.day
        let distance = days == 1 ? "1 day" : days < 730 ? "\(days) days" : "\(days / 365) years"
        warning(
            path,
            """
            ‘created_at’ is \(read), \(distance) from now; apps treat the policy as created when they receive it, so an old copy would count as the newest; write when it was created
            """
        )
    }

    /// Returns the seconds of a number that is probably in milliseconds, microseconds, or nanoseconds.
    private static func meant(_ number: UInt64, until latest: UInt64) -> UInt64? {
        [1_000, 1_000_000, 1_000_000_000].map { number / $0 }.first { (early...max(early, latest)).contains($0) }
    }

    /// Returns the date of a number such as 20261121.
    private static func date(_ number: UInt64) -> String? {
        let digits = String(number)
        guard digits.utf8.count == 8 else { return nil }
        let text = "\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.suffix(2))"
        return CreationTime.milliseconds(text) == nil ? nil : text
    }
}
