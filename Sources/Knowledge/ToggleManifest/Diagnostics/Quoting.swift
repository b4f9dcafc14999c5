import ToggleBase

extension StringProtocol {
    /// The text in quotation marks for a message: one line, truncated if it is long, with unprintable characters
    /// escaped.
    package var quoted: String {
        var result = "‘"
        for (index, scalar) in unicodeScalars.enumerated() {
            if index == 60 {
                result += "…"
                break
            }
            if scalar == "\n" {
                result += "\\n"
            } else if scalar == "\t" {
                result += "\\t"
            } else if scalar.isUnprintable {
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result + "’"
    }
}

extension Sequence where Element: StringProtocol {
    /// Returns the texts as an enumeration, `‘a’, ‘b’ or ‘c’`.
    package func quotedList(_ conjunction: String = "or") -> String {
        let all = map(\.quoted)
        guard let last = all.last, all.count > 1 else { return all.first ?? "" }
        return all.dropLast().joined(separator: ", ") + " \(conjunction) " + last
    }
}
