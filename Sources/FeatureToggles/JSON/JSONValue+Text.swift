extension JSONValue {
    /// The value as a person writes it on the command line: texts and variants without quotes, the rest as JSON.
    package var plainText: String {
        if case .string(let text) = self { return text }
        return JSONWriter().text(self)
    }

    /// The value on one line of a table: as JSON where plain text would be empty, break the line or command the terminal.
    package var tableText: String {
        guard case .string(let text) = self, !text.isEmpty, !text.unicodeScalars.contains(where: \.isControl) else {
            return Self.oneLine(JSONWriter().text(self))
        }
        return text
    }

    /// A text with escapes for what would break the line or command the terminal.
    package static func oneLine(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: \.isControl) else { return text }
        return text.unicodeScalars.reduce(into: "") { text, scalar in
            text += scalar.isControl ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }
    }
}

extension Unicode.Scalar {
    /// Whether it is a control character, a line separator or one that changes the direction of text.
    fileprivate var isControl: Bool {
        if isASCII { return value < 0x20 || value == 0x7F }
        return switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
        default: false
        }
    }
}
