/// Escapes text from a manifest for Swift source, so that all of it is visible and it can't end a literal or a comment.
enum SwiftEscaping {
    /// Escapes text for the inside of a string literal.
    static func escaped(_ text: String) -> String {
        if isLiteral(text) {
            return text
        }
        return text.unicodeScalars.reduce(into: "") { $0 += escaped($1) }
    }

    /// Returns whether a text needs no escapes in a string literal, which is the usual case.
    private static func isLiteral(_ text: String) -> Bool {
        text.withBytes { bytes in
            var index = 0
            while index < bytes.count {
                let byte = bytes[index]
                if byte < 0x20 || byte > 0x7E || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "\"") {
                    return false
                }
                index += 1
            }
            return true
        }
    }

    /// Returns the text as a string literal on one line.
    static func literal(_ text: String) -> String {
        "\"\(escaped(text))\""
    }

    /// Escapes one scalar for the inside of a string literal.
    static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\\": "\\\\"
        case "\"": "\\\""
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: isVisible(scalar) ? String(scalar) : codePoint(scalar)
        }
    }

    /// Returns the text as one comment line, with single spaces, and without anything that begins or ends a comment.
    static func commented(_ text: String) -> String {
        if isPlain(text) {
            return text
        }
        var result = ""
        for word in text.split(whereSeparator: \.isWhitespace) {
            if !result.isEmpty {
                result += " "
            }
            for scalar in word.unicodeScalars {
                // A slash next to a star gets a backslash, which Markdown treats as an escape and doesn't show.
                if scalar == "/", result.utf8.last == UInt8(ascii: "*") {
                    result += "\\/"
                } else if scalar == "*", result.utf8.last == UInt8(ascii: "/") {
                    result += "\\*"
                } else {
                    result += isVisible(scalar) ? String(scalar) : codePoint(scalar)
                }
            }
        }
        // A description may contain code spans, but not an unclosed one.
        let ticks = result.utf8.count { $0 == UInt8(ascii: "`") }
        return ticks.isMultiple(of: 2)
            ? result : result.split(separator: "`", omittingEmptySubsequences: false).joined(separator: "\\`")
    }

    /// Returns whether a text needs no change for a comment: visible ASCII with single spaces, and no star, slash next
    /// to one, or back-tick.
    ///
    /// This check is worthwhile because nearly every text passes it.
    private static func isPlain(_ text: String) -> Bool {
        text.withBytes { bytes in
            var previous = UInt8(ascii: " ")
            var index = 0
            while index < bytes.count {
                let byte = bytes[index]
                if byte < 0x20 || byte > 0x7E || byte == UInt8(ascii: "*") || byte == UInt8(ascii: "`") { return false }
                if byte == UInt8(ascii: " "), previous == byte { return false }
                previous = byte
                index += 1
            }
            return previous != UInt8(ascii: " ")
        }
    }

    /// Returns whether a scalar is visible in the source.
    ///
    /// Control characters, marks that change the direction of text, and unassigned scalars are not. The two joiners
    /// count as visible, because scripts and emoji need them.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            return scalar.value >= 0x20 && scalar.value != 0x7F
        }
        switch scalar.properties.generalCategory {
        case .control, .format: return scalar == "\u{200C}" || scalar == "\u{200D}"
        case .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: return false
        default: return true
        }
    }

    private static func codePoint(_ scalar: Unicode.Scalar) -> String {
        "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
}
