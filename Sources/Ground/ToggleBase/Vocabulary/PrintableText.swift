extension Unicode.Scalar {
    /// Whether the character could move the cursor, or hide or reorder text.
    package var isUnprintable: Bool {
        if value < 0x80 { return value < 0x20 || value == 0x7F }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return true
        default: return false
        }
    }

    /// Whether the character must not be sent to a terminal as part of untrusted text.
    ///
    /// These are the unprintable characters, except for the two joiners, which emoji and several scripts need, and the
    /// word joiner, which keeps `@name` in a ticket from being a mention.
    package var isUnsafeInTerminal: Bool { isUnprintable && value != 0x200C && value != 0x200D && value != 0x2060 }
}

/// Untrusted text in a form that is safe to show in a terminal.
extension StringProtocol {
    /// The text with U+FFFD for characters that could control the terminal, or hide or reorder text; line breaks and
    /// tabs stay.
    package var printable: String {
        replacingUnsafe { $0 == "\n" || $0 == "\t" ? $0 : "\u{FFFD}" }
    }

    /// The text on one line: like ``printable``, with spaces for line breaks and tabs.
    package var printableLine: String {
        replacingUnsafe { $0 == "\n" || $0 == "\t" ? " " : "\u{FFFD}" }
    }

    /// A JSON text with escapes for characters that could control the terminal, or hide or reorder text.
    ///
    /// Its values stay the same.
    package var printableJSON: String {
        guard unicodeScalars.contains(where: \.isUnsafeInTerminal) else { return String(self) }
        var result = ""
        for scalar in unicodeScalars {
            guard scalar != "\n", scalar.isUnsafeInTerminal else {
                result.unicodeScalars.append(scalar)
                continue
            }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            }
        }
        return result
    }

    private func replacingUnsafe(_ replacement: (Unicode.Scalar) -> Unicode.Scalar) -> String {
        // Tables contain thousands of texts, and code for any type of text takes many times as long.
        let text = String(self)
        guard text.unicodeScalars.contains(where: { $0.isUnsafeInTerminal }) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { result.append(scalar.isUnsafeInTerminal ? replacement(scalar) : scalar) }
        return String(result)
    }
}
