/// Conversions between text and numbers, as rules define them.
enum NumberText {
    /// Parses a text as a number; NaN if it is not a number.
    ///
    /// Surrounding white space is ignored, as in JavaScript, including Unicode white space. Hexadecimal numbers and the
    /// empty text are not numbers.
    static func number(_ text: UnsafeBufferPointer<UInt8>) -> Double {
        var (first, last) = (0, text.count)
        while first < last, case let length = spaceLength(text, at: first), length > 0 { first += length }
        while last > first, case let length = spaceLength(text, before: last), length > 0 { last -= length }
        let bytes = UnsafeBufferPointer(rebasing: text[first..<max(first, last)])
        var index = 0
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative || bytes.first == UInt8(ascii: "+") { index = 1 }
        var whole: Int64 = 0
        var digits = 0
        let start = index
        func takeDigits() {
            while index < bytes.count, bytes[index] &- UInt8(ascii: "0") <= 9 {
                if digits < 15 { whole = whole * 10 + Int64(bytes[index] &- UInt8(ascii: "0")) }
                digits += 1
                index += 1
            }
        }
        takeDigits()
        if index == bytes.count, digits > 0, digits <= 15 { return isNegative ? -Double(whole) : Double(whole) }
        if digits == 0, isWord(bytes, from: start, "infinity") { return isNegative ? -.infinity : .infinity }
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            index += 1
            takeDigits()
        }
        guard digits > 0 else { return .nan }
        if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            if index < bytes.count, bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") {
                index += 1
            }
            let exponent = index
            takeDigits()
            guard index > exponent else { return .nan }
        }
        guard index == bytes.count else { return .nan }
        return Double(String(decoding: bytes, as: UTF8.self)) ?? .nan
    }

    /// Returns the number of steps that parsing a number takes: few for a short one, more for digits that must be
    /// rounded.
    static func stepsToRead(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        text.count < 16 ? 2 : 4 &+ text.count >> 3 &+ min(text.count, 1_024) >> 2
    }

    /// Returns the length in bytes of the white space that begins at an index, or 0.
    @inline(__always)
    private static func spaceLength(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        let byte = text[index]
        if byte < 0x80 { return byte == 0x20 || byte >= 0x09 && byte <= 0x0D ? 1 : 0 }
        return wideSpaceLength(text, at: index)
    }

    @inline(never)
    private static func wideSpaceLength(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        let byte = text[index]
        guard index + 1 < text.count else { return 0 }
        // U+00A0.
        if byte == 0xC2 { return text[index + 1] == 0xA0 ? 2 : 0 }
        guard index + 2 < text.count else { return 0 }
        switch (byte, text[index + 1], text[index + 2]) {
        // U+1680, U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F, U+3000, U+FEFF.
        case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8...0xA9), (0xE2, 0x80, 0xAF),
            (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80), (0xEF, 0xBB, 0xBF):
            return 3
        default: return 0
        }
    }

    /// Returns the length in bytes of the white space that ends before an index, or 0.
    @inline(__always)
    private static func spaceLength(_ text: UnsafeBufferPointer<UInt8>, before end: Int) -> Int {
        if text[end - 1] < 0x80 { return spaceLength(text, at: end - 1) }
        for length in 2...3 where end >= length && wideSpaceLength(text, at: end - length) == length { return length }
        return 0
    }

    private static func isWord(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ word: StaticString) -> Bool {
        guard bytes.count - start == word.utf8CodeUnitCount else { return false }
        return (0..<word.utf8CodeUnitCount).allSatisfy { bytes[start + $0] | 0x20 == word.utf8Start[$0] }
    }

    /// Formats a number with at most fifteen digits, in the notation of C's `%.15g`.
    ///
    /// Numbers so small that a `Double` stores fewer digits (below 2.3e-308) have no more digits than it stores.
    static func text(_ number: Double) -> String {
        if number.isNaN { return "nan" }
        if number.isInfinite { return number < 0 ? "-inf" : "inf" }
        if number == 0 { return number.sign == .minus ? "-0" : "0" }
        var (digits, exponent) = shortestDigits(of: number.magnitude)
        if digits.count > 15 { (digits, exponent) = rounded(number.magnitude, digits, exponent) }
        while digits.count > 1, digits.last == UInt8(ascii: "0") { digits.removeLast() }
        var text = number < 0 ? "-" : ""
        func append(_ digits: some Sequence<UInt8>) { text += String(decoding: Array(digits), as: UTF8.self) }
        if exponent < -4 || exponent >= 15 {
            append(digits.prefix(1))
            if digits.count > 1 {
                text += "."
                append(digits.dropFirst())
            }
            let magnitude = String(exponent.magnitude)
            text += exponent < 0 ? "e-" : "e+"
            text += magnitude.count < 2 ? "0" + magnitude : magnitude
        } else if exponent < 0 {
            text += "0." + String(repeating: "0", count: -exponent - 1)
            append(digits)
        } else {
            append(digits.prefix(exponent + 1))
            text += String(repeating: "0", count: max(0, exponent + 1 - digits.count))
            if digits.count > exponent + 1 {
                text += "."
                append(digits.dropFirst(exponent + 1))
            }
        }
        return text
    }

    /// Returns the fewest digits that identify a positive number, and the power of ten of the first digit.
    private static func shortestDigits(of number: Double) -> (digits: [UInt8], exponent: Int) {
        var digits: [UInt8] = []
        var point: Int?
        var exponent = 0
        let parts = number.description.split(separator: "e")
        if parts.count > 1 { exponent = Int(parts[1]) ?? 0 }
        for byte in parts.first?.utf8 ?? Substring("0").utf8 {
            if byte == UInt8(ascii: ".") { point = digits.count } else { digits.append(byte) }
        }
        exponent += (point ?? digits.count) - 1
        let zeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
        digits.removeFirst(min(zeros, digits.count - 1))
        return (digits, exponent - zeros)
    }

    /// Rounds digits to the first fifteen, by the exact value of the number.
    private static func rounded(_ number: Double, _ digits: [UInt8], _ exponent: Int) -> ([UInt8], Int) {
        var kept = Array(digits.prefix(15))
        let rest = digits.dropFirst(15)
        let half: [UInt8] = [UInt8(ascii: "5")]
        let restWithoutZeros = Array(rest.reversed().drop { $0 == UInt8(ascii: "0") }.reversed())
        var roundsUp = rest.first.map { $0 >= UInt8(ascii: "5") } ?? false
        if restWithoutZeros == half {
            // The digits alone don't show on which side of the midpoint the number is.
            roundsUp = ExactDecimal.isAtLeastMiddle(number, of: kept, exponent: exponent)
        }
        guard roundsUp else { return (kept, exponent) }
        for index in kept.indices.reversed() {
            if kept[index] < UInt8(ascii: "9") {
                kept[index] += 1
                return (kept, exponent)
            }
            kept[index] = UInt8(ascii: "0")
        }
        return ([UInt8(ascii: "1")] + kept.dropLast(), exponent + 1)
    }
}
