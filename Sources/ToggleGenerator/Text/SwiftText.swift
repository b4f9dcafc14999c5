import ToggleManifest

/// Makes text from a manifest harmless in Swift source: what is shown is what is there, and nothing ends a literal or a
/// comment before its time.
enum SwiftText {
    /// The text as the inside of a string literal.
    static func escaped(_ text: String) -> String {
        if isLiteral(text) {
            return text
        }
        return text.unicodeScalars.reduce(into: "") { $0 += escaped($1) }
    }

    /// Whether a text stands for itself in a string literal, as nearly every one does.
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

    /// The text as a string literal on one line.
    static func literal(_ text: String) -> String {
        "\"\(escaped(text))\""
    }

    /// One scalar as the inside of a string literal.
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

    /// The text as one line of a comment, with single spaces, and without anything that ends a comment or begins one.
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
                // A slash next to a star gets a backslash, which Markdown takes for an escape and does not show.
                if scalar == "/", result.utf8.last == UInt8(ascii: "*") {
                    result += "\\/"
                } else if scalar == "*", result.utf8.last == UInt8(ascii: "/") {
                    result += "\\*"
                } else {
                    result += isVisible(scalar) ? String(scalar) : codePoint(scalar)
                }
            }
        }
        // Code voice is welcome in a description, an opened one that nothing ends is not.
        let ticks = result.utf8.count { $0 == UInt8(ascii: "`") }
        return ticks.isMultiple(of: 2)
            ? result : result.split(separator: "`", omittingEmptySubsequences: false).joined(separator: "\\`")
    }

    /// Whether a text is a comment already: visible ASCII with single spaces, and no star, slash beside it or backtick.
    ///
    /// Nearly every text is, which makes it worth asking.
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

    /// Whether a person who reads the source sees the scalar where it stands.
    ///
    /// Control characters, marks that turn the direction of writing, and everything unassigned are not. The two joiners
    /// are, because scripts and emoji need them.
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
