import ToggleBase

extension StringProtocol {
    /// The text with escapes for XML 1.0 and HTML: for an attribute in double quotes, or between tags.
    ///
    /// Characters that XML doesn't allow, or that could hide or reorder text, become U+FFFD. Line breaks and tabs are
    /// preserved.
    var escapedForMarkup: String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'", "\n", "\r", "\t": result += "&#\(scalar.value);"
            case _ where scalar.isUnsafeInTerminal: result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The text with escapes for Markdown, except for back-ticks, which begin code.
    var escapedForMarkdown: String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "<": result += "&lt;"
            case "&": result += "&amp;"
            case "\\", "*", "_", "[", "]", "|", "~", "#", "$": result += "\\\(scalar)"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The text with everything except letters, digits, and `-._~/` percent-encoded, for URLs.
    package var percentEncoded: String {
        var result = ""
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "-")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "~"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                result += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }

    /// The text as a sentence, with a capital letter and a full stop.
    var asSentence: String { prefix(1).uppercased() + String(dropFirst()) + "." }
}
