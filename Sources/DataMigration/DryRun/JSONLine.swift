import JSONText

/// Values and names on one line of a report.
enum JSONLine {
    /// The value as JSON; whatever would break the line or command a terminal is escaped.
    static func text(_ value: StoredValue) -> String {
        let text: String
        switch value {
        case .data(let bytes): text = "(\(bytes.count) bytes)"
        case .date(let seconds): text = "(date, \(seconds) seconds since 1970)"
        default: text = JSONWriter(.oneLine).text(value.json)
        }
        return escaped(text)
    }

    /// A text with everything escaped that would break the line or command a terminal.
    static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                text += "\\u{\(String(scalar.value, radix: 16))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
