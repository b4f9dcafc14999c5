/// Parsing of strings.
extension JSONParser {
    /// Parses the string whose opening quote is at the position.
    package mutating func parseString() throws(JSONSyntaxError) -> String {
        let quote = position
        let end = try indexOfQuoteOrEscape(inStringAt: quote)
        guard input[end] == UInt8(ascii: "\"") else { return try parseEscapedString(from: quote, to: end) }
        position = end + 1
        return String(decoding: UnsafeBufferPointer(rebasing: input[quote + 1..<end]), as: UTF8.self)
    }

    /// Skips and validates the string whose opening quote is at the position.
    mutating func skipString() throws(JSONSyntaxError) {
        let quote = position
        let end = try indexOfQuoteOrEscape(inStringAt: quote)
        guard input[end] == UInt8(ascii: "\"") else {
            _ = try parseEscapedString(from: quote, to: end)
            return
        }
        position = end + 1
    }

    /// Returns the index of a string's closing quote or first backslash, and validates everything before it.
    @inline(__always)
    private func indexOfQuoteOrEscape(inStringAt quote: Int) throws(JSONSyntaxError) -> Int {
        var index = quote + 1
        while index < input.count {
            switch input[index] {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                return index
            case 0..<0x20:
                throw controlCharacter(at: index, inStringAt: quote)
            case 0x80...:
                index = try indexAfterScalar(at: index)
            default:
                index += 1
            }
        }
        throw unterminatedString(at: quote)
    }

    /// Parses a string with escapes.
    ///
    /// It begins at `quote`, and the part before its first backslash has already been checked.
    private mutating func parseEscapedString(
        from quote: Int,
        to firstEscape: Int
    ) throws(JSONSyntaxError) -> String {
        var text = Array(input[quote + 1..<firstEscape])
        var index = firstEscape
        while index < input.count {
            let byte = input[index]
            switch byte {
            case UInt8(ascii: "\""):
                position = index + 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                index = try appendEscape(at: index, inStringAt: quote, to: &text)
            case 0..<0x20:
                throw controlCharacter(at: index, inStringAt: quote)
            case 0x80...:
                let next = try indexAfterScalar(at: index)
                text.append(contentsOf: input[index..<next])
                index = next
            default:
                text.append(byte)
                index += 1
            }
        }
        throw unterminatedString(at: quote)
    }

    /// Appends the character of an escape, and returns the index after it.
    private func appendEscape(
        at index: Int,
        inStringAt quote: Int,
        to text: inout [UInt8]
    ) throws(JSONSyntaxError) -> Int {
        guard index + 1 < input.count else { throw unterminatedString(at: quote) }
        switch input[index + 1] {
        case UInt8(ascii: "\""): text.append(UInt8(ascii: "\""))
        case UInt8(ascii: "\\"): text.append(UInt8(ascii: "\\"))
        case UInt8(ascii: "/"): text.append(UInt8(ascii: "/"))
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(UInt8(ascii: "\n"))
        case UInt8(ascii: "r"): text.append(UInt8(ascii: "\r"))
        case UInt8(ascii: "t"): text.append(UInt8(ascii: "\t"))
        case UInt8(ascii: "u"):
            return try appendUnicodeEscape(at: index, to: &text)
        default:
            throw failure(
                .invalidEscape,
                at: index,
                """
                Found a backslash before \(foundDescription(at: index + 1)); write \\\\ for a backslash, or one of \
                \\" \\/ \\b \\f \\n \\r \\t \\uXXXX.
                """
            )
        }
        return index + 2
    }

    private func appendUnicodeEscape(at index: Int, to text: inout [UInt8]) throws(JSONSyntaxError) -> Int {
        let unit = try codeUnit(at: index)
        var value = UInt32(unit)
        var next = index + 6
        if unit & 0xFC00 == 0xD800 {
            guard next + 1 < input.count, input[next] == UInt8(ascii: "\\"), input[next + 1] == UInt8(ascii: "u") else {
                throw loneSurrogate(unit, at: index)
            }
            let low = try codeUnit(at: next)
            guard low & 0xFC00 == 0xDC00 else { throw loneSurrogate(unit, at: index) }
            value = 0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(low & 0x3FF))
            next += 6
        }
        guard let scalar = Unicode.Scalar(value) else { throw loneSurrogate(unit, at: index) }
        text.append(contentsOf: String(Character(scalar)).utf8)
        return next
    }

    /// Parses the four hexadecimal digits of the `\u` escape at an index.
    private func codeUnit(at index: Int) throws(JSONSyntaxError) -> UInt16 {
        var unit: UInt16 = 0
        for digit in index + 2..<index + 6 {
            guard digit < input.count, let value = Self.hexadecimalValue(of: input[digit]) else {
                throw failure(
                    .invalidEscape,
                    at: index,
                    "Found \\u without four hexadecimal digits after it; write for example \\u00e9."
                )
            }
            unit = unit << 4 | UInt16(value)
        }
        return unit
    }

    private static func hexadecimalValue(of byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Returns the index after the multi-byte scalar at an index.
    private func indexAfterScalar(at index: Int) throws(JSONSyntaxError) -> Int {
        guard let length = scalarLength(at: index) else { throw invalidUTF8(at: index) }
        return index + length
    }

    /// Returns the length in bytes of the well-formed scalar at an index (Unicode, table 3-7), or `nil` if there is
    /// none.
    package func scalarLength(at index: Int) -> Int? {
        func isContinuation(_ offset: Int, in range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
            index + offset < input.count && range.contains(input[index + offset])
        }
        guard index < input.count else { return nil }
        switch input[index] {
        case 0..<0x80:
            return 1
        case 0xC2...0xDF:
            return isContinuation(1) ? 2 : nil
        case 0xE0:
            return isContinuation(1, in: 0xA0...0xBF) && isContinuation(2) ? 3 : nil
        case 0xED:
            return isContinuation(1, in: 0x80...0x9F) && isContinuation(2) ? 3 : nil
        case 0xE1...0xEF:
            return isContinuation(1) && isContinuation(2) ? 3 : nil
        case 0xF0:
            return isContinuation(1, in: 0x90...0xBF) && isContinuation(2) && isContinuation(3) ? 4 : nil
        case 0xF1...0xF3:
            return isContinuation(1) && isContinuation(2) && isContinuation(3) ? 4 : nil
        case 0xF4:
            return isContinuation(1, in: 0x80...0x8F) && isContinuation(2) && isContinuation(3) ? 4 : nil
        default:
            return nil
        }
    }
}
