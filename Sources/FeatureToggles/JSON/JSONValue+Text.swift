import ToggleVocabulary

extension JSONValue {
    /// The value as a person writes it on the command line: texts and variants without quotes, the rest as JSON.
    package var plainText: String {
        if case .string(let text) = self { return text }
        return JSONWriter().text(self)
    }

    /// The value on one line of a table: as JSON where plain text would be empty, break the line or command the terminal.
    package var tableText: String {
        guard case .string(let text) = self, !text.isEmpty, !text.unicodeScalars.contains(where: \.isUnsafeInTerminal)
        else {
            return Self.oneLine(JSONWriter().text(self))
        }
        return text
    }

    /// A text with escapes for what would break the line or command the terminal.
    package static func oneLine(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: \.isUnsafeInTerminal) else { return text }
        return text.unicodeScalars.reduce(into: "") { text, scalar in
            text += scalar.isUnsafeInTerminal ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }
    }
}
