import ToggleManifest

/// Text for XML 1.0.
enum XMLText {
    /// Escapes text for an attribute in double quotes, or between tags.
    ///
    /// Characters that XML doesn't allow, or that must not reach a terminal, become U+FFFD. Line breaks and tabs are
    /// preserved.
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
