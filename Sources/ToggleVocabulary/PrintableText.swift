extension Unicode.Scalar {
    /// Whether showing the character could move a cursor, hide text or reorder it.
    package var isUnprintable: Bool {
        if value < 0x80 { return value < 0x20 || value == 0x7F }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return true
        default: return false
        }
    }

    /// Whether a terminal must not get the character from a text that others wrote.
    ///
    /// That is what is unprintable, except for the two joiners, which emoji and several scripts need.
    package var isUnsafeInTerminal: Bool { isUnprintable && value != 0x200C && value != 0x200D }
}

/// Text that others wrote, as it may be shown in a terminal.
extension StringProtocol {
    /// The text with U+FFFD for what could command the terminal, hide text or reorder it; line breaks and tabs stay.
    package var printable: String {
        replacingUnsafe { $0 == "\n" || $0 == "\t" ? $0 : "\u{FFFD}" }
    }

    /// The text on one line: as ``printable``, with spaces for line breaks and tabs.
    package var printableLine: String {
        replacingUnsafe { $0 == "\n" || $0 == "\t" ? " " : "\u{FFFD}" }
    }

    /// A text of JSON with escapes for what could command the terminal, hide text or reorder it; its values are the same.
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
        guard unicodeScalars.contains(where: \.isUnsafeInTerminal) else { return String(self) }
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars { result.append(scalar.isUnsafeInTerminal ? replacement(scalar) : scalar) }
        return String(result)
    }
}
