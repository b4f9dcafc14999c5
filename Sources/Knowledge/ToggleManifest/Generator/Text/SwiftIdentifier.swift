/// Converts names in `toggles.yaml` to Swift identifiers.
enum SwiftIdentifier {
    /// Returns the name in `lowerCamelCase`: `max_items`, `max-items`, and `MaxItems` become `maxItems`, `URL` becomes
    /// `url`.
    ///
    /// A name that begins with a digit gets an underscore as a prefix; a name without letters and digits becomes
    /// `value`.
    static func lowerCamel(_ text: String) -> String {
        let words = words(of: text)
        guard let first = words.first else { return "value" }
        return valid(words.dropFirst().reduce(loweringAcronym(first)) { $0 + SwiftName.capitalized($1) })
    }

    /// Returns the name in `UpperCamelCase`: `search_ranking` becomes `SearchRanking`.
    ///
    /// A name that begins with a digit gets an underscore as a prefix; a name without letters and digits becomes
    /// `Value`.
    static func upperCamel(_ text: String) -> String {
        let words = words(of: text)
        return words.isEmpty ? "Value" : valid(words.map { SwiftName.capitalized($0) }.joined())
    }

    /// Returns the identifier for a declaration, in back-ticks if it is a keyword.
    static func declared(_ name: String) -> String {
        keywords.contains(name) ? "`\(name)`" : name
    }

    /// Returns the identifier for a parameter declaration, where three keywords need back-ticks.
    static func parameter(_ name: String) -> String {
        ["inout", "let", "var"].contains(name) ? "`\(name)`" : name
    }

    /// Returns the identifier for an argument label, where one keyword needs back-ticks; with others, they cause a
    /// warning.
    static func label(_ name: String) -> String {
        name == "inout" ? "`inout`" : name
    }

    /// Returns the first of `name`, `nameValue`, `nameValueValue`, and so on that isn't taken.
    static func free(_ name: String, taken: (String) -> Bool) -> String {
        var name = name
        while taken(name) {
            name += "Value"
        }
        return name
    }

    private static func words(of text: String) -> [String] {
        var words: [String] = []
        var word = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if isPartOfWord(scalar) {
                word.append(scalar)
            } else if !word.isEmpty {
                words.append(String(word))
                word = String.UnicodeScalarView()
            }
        }
        if !word.isEmpty {
            words.append(String(word))
        }
        return words
    }

    /// Returns whether a scalar is an ASCII letter or digit, or a letter of Latin, Greek, Cyrillic, Japanese, Chinese,
    /// or Korean; an identifier can begin with any of these letters.
    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F, 0x370...0x52F, 0x3041...0xD7A3: scalar.properties.isAlphabetic
        default: false
        }
    }

    /// Lowercases the leading capitals, except the one that begins the next word: `URLString` becomes `urlString`.
    private static func loweringAcronym(_ word: String) -> String {
        let capitals = word.prefix { $0.isUppercase }
        let rest = word.dropFirst(capitals.count)
        guard capitals.count > 1, rest.first?.isLowercase == true else { return capitals.lowercased() + rest }
        return capitals.dropLast().lowercased() + String(capitals.suffix(1)) + rest
    }

    private static func valid(_ name: String) -> String {
        guard let first = name.unicodeScalars.first, (0x30...0x39).contains(first.value) else { return name }
        return "_" + name
    }

    /// The words that are valid names only in back-ticks.
    static let keywords: Set<String> = [
        "Any", "Self", "Type", "Protocol", "as", "associatedtype", "await", "break", "case", "catch", "class",
        "continue",
        "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
        "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator",
        "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct",
        "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]
}
