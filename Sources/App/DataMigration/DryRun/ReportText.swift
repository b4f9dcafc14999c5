import ToggleBase

/// Values and names for one line of a report.
enum ReportText {
    /// Returns a value as JSON, with line breaks and control characters escaped.
    static func text(_ value: StoredValue) -> String {
        let text: String
        switch value {
        case .data(let bytes): text = "(\(bytes.count) bytes)"
        case .date(let seconds): text = "(date, \(seconds) seconds since 1970)"
        default: text = JSONWriter(.oneLine).text(value.json)
        }
        return escaped(text)
    }

    /// Returns names as a list: “a”, “b”.
    static func list(_ names: [String]) -> String {
        names.map { "“\($0)”" }.joined(separator: ", ")
    }

    /// Returns a text with line breaks and control characters escaped.
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
