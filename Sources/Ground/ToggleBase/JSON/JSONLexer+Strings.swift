/// Parsing of strings.
extension JSONLexer {
    /// Parses the string whose opening quote is at the position.
    ///
    /// - Returns: The bytes between the quotes; `nil`, without advancing, if they contain escapes.
    /// - Throws: An error in the part before the first escape.
    @inline(__always)
    mutating func parsePlainString() throws(JSONSyntaxError) -> UnsafeBufferPointer<UInt8>? {
        let start = position &+ 1
        let end = try indexOfQuoteOrEscape(from: start)
        guard input[end] == UInt8(ascii: "\"") else { return nil }
        position = end &+ 1
        return UnsafeBufferPointer(rebasing: input[start..<end])
    }

    /// Parses the string whose opening quote is at the position, and replaces its escapes.
    @inline(never)
    mutating func parseEscapedString() throws(JSONSyntaxError) -> [UInt8] {
        let quote = position
        var text: [UInt8] = []
        var index = quote + 1
        while true {
            let end = try indexOfQuoteOrEscape(from: index)
            text.append(contentsOf: input[index..<end])
            guard input[end] == UInt8(ascii: "\\") else {
                position = end + 1
                return text
            }
            index = try appendEscape(at: end, inStringAt: quote, to: &text)
        }
    }

    /// Returns the index of the next quote or backslash in the string at the position, and validates everything before
    /// it.
    @inline(__always)
    private func indexOfQuoteOrEscape(from start: Int) throws(JSONSyntaxError) -> Int {
        var index = start
        while true {
            index = indexOfNextSpecial(from: index)
            guard index < input.count else { throw unterminatedString(at: position) }
            switch input[index] {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): return index
            case 0x80...:
                guard let length = scalarLength(at: index) else { throw invalidUTF8(at: index) }
                index &+= length
            default: throw controlCharacter(at: index, inStringAt: position)
            }
        }
    }

    /// Returns the index of the next quote, backslash, control character, or non-ASCII byte, or the end.
    @inline(__always)
    private func indexOfNextSpecial(from index: Int) -> Int {
        var index = index
        #if _endian(little)
        let ones: UInt64 = 0x0101_0101_0101_0101
        let raw = UnsafeRawBufferPointer(input)
        while index &+ 8 <= raw.count {
            let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let quote = word ^ ones &* UInt64(UInt8(ascii: "\""))
            let backslash = word ^ ones &* UInt64(UInt8(ascii: "\\"))
            // A borrow can only mark bytes after a correctly marked one, and only the first mark is used.
            let marks =
                (word &- ones &* 0x20) | (quote &- ones) & ~quote | (backslash &- ones) & ~backslash | word
            let special = marks & (ones &* 0x80)
            if special != 0 { return index &+ special.trailingZeroBitCount >> 3 }
            index &+= 8
        }
        #endif
        while index < input.count {
            let byte = input[index]
            if byte < 0x20 || byte >= 0x80 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return index }
            index &+= 1
        }
        return index
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

    /// Returns the length in bytes of the well-formed scalar at an index (Unicode, table 3-7), or `nil` if there is
    /// none.
    func scalarLength(at index: Int) -> Int? {
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
