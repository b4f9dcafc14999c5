import ToggleBase

extension JSONValue {
    /// The value as it is written on the command line: strings and variants without quotes, other values as JSON.
    package var plainText: String {
        if case .string(let text) = self { return text }
        return JSONWriter().text(self)
    }

    /// The value on one line of a table.
    ///
    /// A string is shown as JSON if its plain text would be empty, break the line, or control the terminal.
    package var tableText: String {
        guard case .string(let text) = self, !text.isEmpty, !text.unicodeScalars.contains(where: \.isUnsafeInTerminal)
        else {
            return Self.oneLine(JSONWriter().text(self))
        }
        return text
    }

    /// Escapes characters that would break the line or control the terminal.
    package static func oneLine(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: \.isUnsafeInTerminal) else { return text }
        return text.unicodeScalars.reduce(into: "") { text, scalar in
            text += scalar.isUnsafeInTerminal ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }
    }
}
