/// The offset of a time zone from UTC.
package enum UTCOffset {
    /// Returns the seconds of an offset in ISO 8601: "+09:00", "-0430", "+01", or "Z"; `nil` for any other text.
    ///
    /// - Parameter text: The offset.
    /// - Returns: The seconds, positive east of Greenwich, and less than a day.
    package static func seconds(_ text: some StringProtocol) -> Int? {
        if text == "Z" || text == "z" { return 0 }
        var digits = Array(text.utf8)
        guard let sign = digits.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        digits.removeFirst()
        if digits.count == 5, digits[2] == UInt8(ascii: ":") { digits.remove(at: 2) }
        guard digits.count == 2 || digits.count == 4, digits.allSatisfy({ $0 &- UInt8(ascii: "0") <= 9 }) else {
            return nil
        }
        let numbers = digits.map { Int($0 - UInt8(ascii: "0")) } + [0, 0]
        let (hours, minutes) = (numbers[0] * 10 + numbers[1], numbers[2] * 10 + numbers[3])
        guard hours < 24, minutes < 60 else { return nil }
        return (sign == UInt8(ascii: "-") ? -60 : 60) * (hours * 60 + minutes)
    }
}
