/// The reader's error messages.
extension JSONLexer {
    func failure(_ code: JSONSyntaxError.Code, at offset: Int, _ message: String) -> JSONSyntaxError {
        JSONSyntaxError(code, at: JSONLocation(offset: offset, in: input), message)
    }

    /// Describes the text at an offset, as part of a sentence.
    func foundDescription(at offset: Int) -> String {
        guard offset < input.count else { return "the end of the text" }
        guard let length = scalarLength(at: offset) else {
            return "the byte 0x\(Self.hexadecimal(UInt32(input[offset]), width: 2)), which is not UTF-8"
        }
        let text = String(decoding: input[offset..<offset + length], as: UTF8.self)
        guard let scalar = text.unicodeScalars.first else { return "nothing" }
        switch scalar.properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned,
            .nonspacingMark, .enclosingMark:
            return "the character U+\(Self.hexadecimal(scalar.value, width: 4))"
        default:
            return "'\(text)'"
        }
    }

    private static func hexadecimal(_ value: UInt32, width: Int) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// Returns the letters and digits from an offset on, at most 32 bytes.
    private func word(at offset: Int) -> String {
        var end = offset
        while end < input.count, end - offset < 32, Self.isWordByte(input[end]) {
            guard let length = scalarLength(at: end) else { break }
            end += length
        }
        return String(decoding: input[offset..<end], as: UTF8.self)
    }

    func unexpectedEnd(of kind: String, openedAt start: Int) -> JSONSyntaxError {
        let opened = JSONLocation(offset: start, in: input)
        let bracket = input[start] == UInt8(ascii: "{") ? "}" : "]"
        return failure(
            .unexpectedEnd,
            at: input.count,
            """
            The text ends within the \(kind) that begins at line \(opened.line), column \(opened.column); \
            close it with \(bracket), or restore what was cut off.
            """
        )
    }

    func emptyInput() -> JSONSyntaxError {
        failure(.emptyInput, at: position, "The text is empty; write a value.")
    }

    func tooDeep(at offset: Int, maximum: Int) -> JSONSyntaxError {
        failure(
            .tooDeep,
            at: offset,
            "Arrays and objects are nested more than \(maximum) levels deep; flatten them."
        )
    }

    func trailingComma(at comma: Int, closing: String) -> JSONSyntaxError {
        failure(.trailingComma, at: comma, "Found a comma before \(closing); remove the comma.")
    }

    func trailingContent() -> JSONSyntaxError {
        if let comment = commentFailure() { return comment }
        if scalarLength(at: position) == nil { return invalidUTF8(at: position) }
        return failure(
            .trailingContent,
            at: position,
            "Found \(foundDescription(at: position)) after the value; JSON text has one value; remove the rest."
        )
    }

    func noColon(in start: Int) -> JSONSyntaxError {
        if isAtEnd { return unexpectedEnd(of: "object", openedAt: start) }
        return failure(
            .missingColon,
            at: position,
            "Found \(foundDescription(at: position)) after a name; write a colon and then the value."
        )
    }

    func noSeparator(inObject isObject: Bool, openedAt start: Int) -> JSONSyntaxError {
        let kind = isObject ? "object" : "array"
        guard !isAtEnd else { return unexpectedEnd(of: kind, openedAt: start) }
        if let comment = commentFailure() { return comment }
        if scalarLength(at: position) == nil { return invalidUTF8(at: position) }
        switch current {
        case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "-"),
            _ where Self.isWordByte(current):
            return failure(
                .missingComma,
                at: position,
                "Found \(foundDescription(at: position)) right after a value; write a comma between them."
            )
        default:
            return failure(
                .unexpectedCharacter,
                at: position,
                "Found \(foundDescription(at: position)) in an \(kind); write a comma or \(isObject ? "}" : "]")."
            )
        }
    }

    func noName(in start: Int) -> JSONSyntaxError {
        guard !isAtEnd else { return unexpectedEnd(of: "object", openedAt: start) }
        if let comment = commentFailure() { return comment }
        if scalarLength(at: position) == nil { return invalidUTF8(at: position) }
        switch current {
        case UInt8(ascii: "'"):
            return failure(
                .singleQuotes,
                at: position,
                "Found a name in single quotes; write it in double quotes."
            )
        case _ where Self.isWordByte(current):
            return failure(
                .unquotedName,
                at: position,
                "Found a name without quotes; write \"\(word(at: position))\" in double quotes."
            )
        default:
            return failure(
                .unexpectedCharacter,
                at: position,
                "Found \(foundDescription(at: position)) in an object; write a name in double quotes, or }."
            )
        }
    }

    /// Returns the error for a missing value.
    func noValue() -> JSONSyntaxError {
        guard !isAtEnd else {
            return failure(.unexpectedEnd, at: position, "The text ends where a value is expected; write a value.")
        }
        if let comment = commentFailure() { return comment }
        if scalarLength(at: position) == nil { return invalidUTF8(at: position) }
        switch current {
        case UInt8(ascii: "'"):
            return failure(
                .singleQuotes,
                at: position,
                "Found a string in single quotes; write it in double quotes."
            )
        case UInt8(ascii: "+"):
            return failure(.invalidNumber, at: position, "Found a plus sign; write the number without it.")
        case UInt8(ascii: "."):
            return failure(
                .invalidNumber,
                at: position,
                "Found a decimal point without a digit before it; write for example 0.5."
            )
        case _ where Self.isWordByte(current):
            let word = word(at: position)
            return failure(.unknownWord, at: position, "Found \(word); \(Self.advice(for: word))")
        default:
            return failure(
                .unexpectedCharacter,
                at: position,
                """
                Found \(foundDescription(at: position)) where a value is expected; write a string in double quotes, \
                a number, true, false, null, an array or an object.
                """
            )
        }
    }

    private static func advice(for word: String) -> String {
        switch word.lowercased() {
        case "true", "yes", "on": "write true."
        case "false", "no", "off": "write false."
        case "null", "nil", "none", "undefined": "write null."
        case "nan", "inf", "infinity": "JSON has no such number; write a finite number, or null."
        default: "write text in double quotes."
        }
    }

    /// Returns the error for a comment at the position, if there is one.
    private func commentFailure() -> JSONSyntaxError? {
        let isSlashed =
            current == UInt8(ascii: "/") && position + 1 < input.count
            && (input[position + 1] == UInt8(ascii: "/") || input[position + 1] == UInt8(ascii: "*"))
        guard isSlashed || current == UInt8(ascii: "#") else { return nil }
        return failure(.comment, at: position, "Found a comment; JSON doesn't allow comments, so remove it.")
    }

    func noDigits(afterMinusAt start: Int) -> JSONSyntaxError {
        let word = word(at: start + 1)
        if word.lowercased() == "infinity" || word.lowercased() == "inf" {
            return failure(
                .unknownWord,
                at: start,
                "Found -\(word); JSON has no such number; write a finite number, or null."
            )
        }
        return failure(
            .invalidNumber,
            at: start,
            "Found a minus sign and then \(foundDescription(at: start + 1)); write a digit after the minus sign."
        )
    }

    func malformedNumber(from start: Int, to end: Int) -> JSONSyntaxError {
        if scalarLength(at: end) == nil { return invalidUTF8(at: end) }
        let isHexadecimal = input[end] | 0x20 == UInt8(ascii: "x") && input[end - 1] == UInt8(ascii: "0")
        return failure(
            .invalidNumber,
            at: start,
            isHexadecimal
                ? "Found a hexadecimal number; write it as a decimal one."
                : """
                Found \(foundDescription(at: end)) in a number; write digits only, with at most one decimal point and \
                one exponent, or a string in double quotes.
                """
        )
    }

    func unterminatedString(at quote: Int) -> JSONSyntaxError {
        failure(
            .unterminatedString,
            at: quote,
            "Found a string that is not closed before the end of the text; write a double quote at its end."
        )
    }

    func controlCharacter(at offset: Int, inStringAt quote: Int) -> JSONSyntaxError {
        switch input[offset] {
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
            return failure(
                .unterminatedString,
                at: quote,
                "Found a string that is not closed at the end of its line; close it, or write \\n for a line break."
            )
        case UInt8(ascii: "\t"):
            return failure(.controlCharacter, at: offset, "Found a tab in a string; write \\t for it.")
        default:
            let escape = Self.hexadecimal(UInt32(input[offset]), width: 4)
            return failure(
                .controlCharacter,
                at: offset,
                "Found the control character U+\(escape) in a string; write \\u\(escape) for it, or remove it."
            )
        }
    }

    func loneSurrogate(_ unit: UInt16, at offset: Int) -> JSONSyntaxError {
        let escape = Self.hexadecimal(UInt32(unit), width: 4)
        return failure(
            .loneSurrogate,
            at: offset,
            "Found \\u\(escape), half of a surrogate pair; write both halves, for example \\ud83d\\ude00, or the character."
        )
    }

    func invalidUTF8(at offset: Int) -> JSONSyntaxError {
        let byte = offset < input.count ? UInt32(input[offset]) : 0
        return failure(
            .invalidUTF8,
            at: offset,
            "Found the byte 0x\(Self.hexadecimal(byte, width: 2)), which is not UTF-8 here; save the text as UTF-8."
        )
    }
}
