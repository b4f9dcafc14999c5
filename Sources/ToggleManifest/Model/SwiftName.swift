/// Turns the names of a manifest into names of generated code.
enum SwiftName {
    /// Words that Swift reserves, which a key must not become.
    static let keywords: Set<String> = [
        "Any", "Self", "as", "associatedtype", "async", "await", "break", "case", "catch", "class", "continue",
        "default",
        "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func",
        "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup",
        "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript",
        "super",
        "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    /// Members of the key types, which a key's Swift name would hide or clash with.
    static let membersOfKeys: Set<String> = ["reference", "defaultValue", "init", "self", "Type", "Protocol"]

    /// Static members of the generated enums, which a case would clash with.
    static let membersOfVariants: Set<String> = ["allCases", "toggleType"]

    /// Names that a type in the generated namespace, or the namespace itself, must not have: generated code refers to
    /// others by them, or Swift does not allow them.
    static let reservedTypes: Set<String> = [
        "Any", "AnyObject", "Array", "Bool", "CalendarDate", "CaseIterable", "Codable", "CodingKey", "CodingKeys",
        "Decodable", "Decoder", "Dictionary", "Double", "Encodable", "Encoder", "Equatable", "ExperimentToggle",
        "FeatureToggle", "FeatureToggles", "Hashable", "Hasher", "Int", "JSONObject", "JSONValue", "MigrationStage",
        "MigrationToggle", "Never", "OpsToggle", "Optional", "PermissionToggle", "Protocol", "RawRepresentable",
        "ReleaseToggle", "Self", "Sendable", "StaticString", "String", "Swift", "ToggleCategory", "ToggleDefinition",
        "ToggleDetails", "ToggleModel", "ToggleNamespace", "ToggleReference", "ToggleRegistry", "ToggleType",
        "ToggleValue", "ToggleVariant", "Type", "UInt64", "Void",
    ]

    /// The `lowerCamelCase` of a `snake_case` key.
    static func member(ofKey key: String) -> String {
        var result = ""
        for (index, word) in key.split(separator: "_").enumerated() {
            result += index == 0 ? String(word) : capitalized(word)
        }
        return result
    }

    /// The `UpperCamelCase` of a `snake_case` key.
    static func type(ofKey key: String) -> String {
        key.split(separator: "_").map(capitalized).joined()
    }

    /// The `lowerCamelCase` of a value, with `-`, `_`, `.` and blanks between words and `_` before a leading digit; `nil`
    /// when it contains something else or nothing.
    static func enumCase(of value: String) -> String? {
        let words = value.split { "-_. ".contains($0) }
        guard !words.isEmpty,
            words.allSatisfy({ word in word.unicodeScalars.allSatisfy { $0.isPartOfName } })
        else { return nil }
        var result = ""
        for (index, word) in words.enumerated() {
            if index > 0 {
                result += capitalized(word)
            } else if word.contains(where: \.isLowercase) {
                result += word.prefix(1).lowercased() + word.dropFirst()
            } else {
                result += word.lowercased()
            }
        }
        if let first = result.unicodeScalars.first, !first.beginsName {
            result = "_" + result
        }
        return result
    }

    /// Whether a text is an `UpperCamelCase` name of ASCII letters and digits.
    static func isTypeName(_ text: String) -> Bool {
        guard let first = text.utf8.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) else { return false }
        return text.utf8.allSatisfy(isASCIILetterOrDigit)
    }

    /// The `UpperCamelCase` name that a text could become, or `nil`.
    static func typeName(from text: String) -> String? {
        let words = text.utf8.split { !isASCIILetterOrDigit($0) }.compactMap { Substring($0) }
        let name = String(words.map(capitalized).joined().drop { $0.isNumber })
        return isTypeName(name) ? name : nil
    }

    /// The `snake_case` key that a text could become, or `nil`.
    static func key(from text: String) -> String? {
        var result = ""
        var previous: UInt8?
        // What to make of other letters, or of a leading digit, nobody can guess.
        guard text.utf8.allSatisfy({ $0 < 0x80 }), text.first?.isNumber == false else { return nil }
        for byte in text.utf8.prefix(1024) {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"):
                // A word begins behind a small letter or a digit.
                if let previous, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(previous) || previous < 0x40,
                    !result.isEmpty, !result.hasSuffix("_")
                {
                    result += "_"
                }
                result.unicodeScalars.append(Unicode.Scalar(byte | 0x20))
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                if !(result.isEmpty && byte < 0x40) {
                    result.unicodeScalars.append(Unicode.Scalar(byte))
                }
            default:
                if !result.isEmpty, !result.hasSuffix("_") {
                    result += "_"
                }
            }
            previous = byte
        }
        if result.hasSuffix("_") { result.removeLast() }
        return isKey(result) ? result : nil
    }

    /// The longest key, in bytes.
    static let longestKey = 256

    /// Whether a text is a `snake_case` key.
    static func isKey(_ text: String) -> Bool {
        guard let first = text.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first),
            text.utf8.count <= longestKey
        else { return false }
        var previous = first
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): break
            case UInt8(ascii: "_"):
                if previous == byte { return false }
            default: return false
            }
            previous = byte
        }
        return previous != UInt8(ascii: "_")
    }

    private static func capitalized(_ word: some StringProtocol) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }

    private static func isASCIILetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}

extension Unicode.Scalar {
    /// Whether a Swift name may contain the character; an underscore separates words and does not count.
    fileprivate var isPartOfName: Bool {
        isASCIILetter || ("0"..."9").contains(self) || !isASCII && properties.isXIDContinue
    }

    /// Whether a Swift name may begin with the character.
    fileprivate var beginsName: Bool {
        isASCIILetter || self == "_" || !isASCII && properties.isXIDStart
    }

    /// Whether it is one of A to Z, of either case; much quicker than asking for the character's properties.
    var isASCIILetter: Bool {
        ("a"..."z").contains(self) || ("A"..."Z").contains(self)
    }
}
