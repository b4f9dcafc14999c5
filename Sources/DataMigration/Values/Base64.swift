/// Bytes as text (RFC 4648, section 4), without Foundation.
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")

    /// Returns the padded Base64 text of bytes.
    package static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = 0
        while index < bytes.count {
            let count = min(3, bytes.count - index)
            var group = 0
            for offset in 0..<3 { group = group << 8 | (offset < count ? Int(bytes[index + offset]) : 0) }
            for digit in 0..<4 {
                text.append(digit <= count ? alphabet[group >> (18 - 6 * digit) & 63] : padding)
            }
            index += 3
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the bytes of a text, or `nil` if it isn't padded Base64.
    package static func bytes(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 4) else { return nil }
        let paddings = digits.suffix(2).count { $0 == padding }
        if paddings == 2, digits[digits.count - 2] != padding || digits[digits.count - 1] != padding { return nil }
        if paddings == 1, digits[digits.count - 1] != padding { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 4 * 3)
        var group = 0
        for (index, digit) in digits.enumerated() {
            let isPadding = index >= digits.count - paddings
            guard let value = isPadding ? 0 : value(of: digit) else { return nil }
            group = group << 6 | value
            if index % 4 == 3 {
                bytes.append(UInt8(truncatingIfNeeded: group >> 16))
                bytes.append(UInt8(truncatingIfNeeded: group >> 8))
                bytes.append(UInt8(truncatingIfNeeded: group))
                group = 0
            }
        }
        bytes.removeLast(paddings)
        return bytes
    }

    private static func value(of digit: UInt8) -> Int? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(digit - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
