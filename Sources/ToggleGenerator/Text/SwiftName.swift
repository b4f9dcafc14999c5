/// Makes Swift identifiers from the names that people write in `toggles.yaml`.
enum SwiftName {
    /// The name in `lowerCamelCase`: `max_items`, `max-items` and `MaxItems` are `maxItems`, `URL` is `url`.
    ///
    /// A name that begins with a digit gets an underscore in front; one without any letter or digit is `value`.
    static func lowerCamel(_ text: String) -> String {
        let words = words(of: text)
        guard let first = words.first else { return "value" }
        return valid(words.dropFirst().reduce(loweringAcronym(first)) { $0 + capitalized($1) })
    }

    /// The name in `UpperCamelCase`: `search_ranking` is `SearchRanking`.
    ///
    /// A name that begins with a digit gets an underscore in front; one without any letter or digit is `Value`.
    static func upperCamel(_ text: String) -> String {
        let words = words(of: text)
        return words.isEmpty ? "Value" : valid(words.map(capitalized).joined())
    }

    /// The identifier as it is written in a declaration: in backticks when it is a keyword.
    static func declared(_ name: String) -> String {
        keywords.contains(name) ? "`\(name)`" : name
    }

    /// The identifier as it is written where a parameter is declared: three keywords need backticks there.
    static func parameter(_ name: String) -> String {
        ["inout", "let", "var"].contains(name) ? "`\(name)`" : name
    }

    /// The identifier as it is written in front of an argument: one keyword needs backticks there, at others they warn.
    static func label(_ name: String) -> String {
        name == "inout" ? "`inout`" : name
    }

    /// The first of `name`, `nameValue`, `nameValueValue` and so on that is not taken.
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

    /// ASCII letters and digits, and the letters of Latin, Greek, Cyrillic, Japanese, Chinese and Korean, all of which
    /// an identifier may begin with.
    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F, 0x370...0x52F, 0x3041...0xD7A3: scalar.properties.isAlphabetic
        default: false
        }
    }

    private static func capitalized(_ word: String) -> String {
        guard let first = word.first else { return word }
        return first.uppercased() + word.dropFirst()
    }

    /// Lowers the capitals in front, but keeps the one that begins the next word: `URLString` is `urlString`.
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

    /// The words that cannot be a name without backticks.
    static let keywords: Set<String> = [
        "Any", "Self", "Type", "Protocol", "as", "associatedtype", "await", "break", "case", "catch", "class",
        "continue",
        "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
        "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator",
        "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct",
        "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]
}
