import ToggleManifest

/// Text in XML 1.0.
enum XMLText {
    /// A text for an attribute in double quotes, or between tags.
    ///
    /// Characters that XML does not have, or that a terminal must not get, become U+FFFD; line breaks and tabs stay what they are.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n": result += "&#10;"
            case "\r": result += "&#13;"
            case "\t": result += "&#9;"
            case _ where scalar.isUnsafeInTerminal: result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
