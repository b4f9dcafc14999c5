import ToggleBase

/// Renders values as YAML on one line, in a form that is valid both in a block and between `{` and `}`.
enum YAMLRenderer {
    /// Returns the value on one line.
    ///
    /// It recurses to the depth of the value, which callers limit with ``isShallow(_:limit:)``.
    static func inline(_ value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .number(let value): number(value)
        case .string(let text): scalar(text)
        case .array(let values): "[" + values.map(inline).joined(separator: ", ") + "]"
        case .object(let object):
            object.members.isEmpty
                ? "{}"
                : "{ " + object.members.map { "\(scalar($0.name)): \(inline($0.value))" }.joined(separator: ", ") + " }"
        }
    }

    /// Returns whether a value is nested no deeper than a limit.
    static func isShallow(_ value: JSONValue, limit: Int) -> Bool {
        guard limit >= 0 else { return false }
        return switch value {
        case .null, .bool, .integer, .number, .string: true
        case .array(let values): values.allSatisfy { isShallow($0, limit: limit - 1) }
        case .object(let object): object.members.allSatisfy { isShallow($0.value, limit: limit - 1) }
        }
    }

    /// Returns the text as a scalar: plain if every YAML reader interprets that as text, otherwise in double quotes.
    static func scalar(_ text: String) -> String {
        isPlain(text) ? text : doubleQuoted(text)
    }

    private static func number(_ value: Double) -> String {
        value.isNaN ? ".nan" : value.isInfinite ? (value < 0 ? "-.inf" : ".inf") : "\(value)"
    }

    /// Words that YAML 1.1 readers interpret as Booleans or null.
    private static let ambiguousWords: Set<String> = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"]

    private static func isPlain(_ text: String) -> Bool {
        guard case .string = YAMLScalar(text).value, !ambiguousWords.contains(text.lowercased()) else { return false }
        let characters = Array(text.unicodeScalars)
        guard let first = characters.first, let last = characters.last, first.isWordCharacter, last != " ", last != ":"
        else { return false }
        // Other readers accept more kinds of numbers, such as 1_000. Dates stay plain.
        if !first.properties.isAlphabetic, CalendarDate(text) == nil,
            !characters.contains(where: { $0.properties.isAlphabetic && $0 != "e" && $0 != "E" })
        {
            return false
        }
        for (index, character) in characters.enumerated() {
            switch character {
            case " ", "_", "-", ".", "/", "(", ")", "+", "'", "’", "!", "?", "=", "%", "…", "–", "—", ";": continue
            case ":":
                // Only inside of a word, as in a URL.
                if index + 1 < characters.count, characters[index + 1] != " " { continue }
                return false
            default:
                if !character.isWordCharacter { return false }
            }
        }
        return true
    }

    private static func doubleQuoted(_ text: String) -> String {
        var result = "\""
        for character in text.unicodeScalars {
            switch character {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where character.isUnprintable:
                let digits = String(character.value, radix: 16, uppercase: true)
                let width = character.value > 0xFFFF ? 8 : 4
                result +=
                    (width == 8 ? "\\U" : "\\u") + String(repeating: "0", count: width - digits.utf8.count) + digits
            default: result.unicodeScalars.append(character)
            }
        }
        return result + "\""
    }
}

extension Unicode.Scalar {
    fileprivate var isWordCharacter: Bool {
        isASCIILetter || ("0"..."9").contains(self) || !isASCII && properties.isXIDContinue
    }
}
