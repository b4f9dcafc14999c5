import ToggleBase

/// Names and literals in Kotlin source, in which text from a manifest can't end a literal or a comment.
enum KotlinText {
    /// The hard keywords, which need back-ticks.
    private static let keywords: Set<String> = [
        "as", "break", "class", "continue", "do", "else", "false", "for", "fun", "if", "in", "interface", "is", "null",
        "object", "package", "return", "super", "this", "throw", "true", "try", "typealias", "typeof", "val", "var",
        "when",
        "while",
    ]
    /// Names of Kotlin and the SDK that the generated code uses.
    private static let used: Set<String> = [
        "Boolean", "Client", "Companion", "Double", "Int", "List", "Map", "String", "Value",
    ]

    /// Returns whether the generated code uses a type's name for something else.
    static func isUsed(_ name: String) -> Bool { used.contains(name) }

    /// Returns a name as it's written.
    static func identifier(_ name: String) -> String {
        keywords.contains(name) || name.allSatisfy { $0 == "_" } ? "`\(name)`" : name
    }

    /// Returns whether a text is the name of a package.
    static func isPackage(_ text: String) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
            let isWord: (UInt8) -> Bool = { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
                    true
                default: (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                }
            }
            return part.utf8.allSatisfy(isWord)
                && part.utf8.first.map { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } == true
        }
    }

    /// Returns the name of a constant or an enum entry: words of letters and digits in capitals, joined by `_`.
    static func constant(_ name: String) -> String {
        var result = ""
        var isLower = false
        for scalar in name.unicodeScalars {
            guard isLetter(scalar) || ("0"..."9").contains(scalar) else {
                if !result.isEmpty, result.last != "_" { result += "_" }
                isLower = false
                continue
            }
            if isLower, scalar.properties.isUppercase { result += "_" }
            isLower = scalar.properties.isLowercase || ("0"..."9").contains(scalar)
            let capitals = scalar.properties.uppercaseMapping
            result += capitals.unicodeScalars.allSatisfy(isLetter) ? capitals : String(scalar)
        }
        while result.last == "_" { result.removeLast() }
        if result.isEmpty { return "EMPTY" }
        return result.first?.isNumber == true ? "_\(result)" : result
    }

    /// Whether a Kotlin name can contain a character as a letter.
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
            scalar.value < 0x1_0000
        default: false
        }
    }

    /// Returns a string literal on one line.
    static func literal(_ text: String) -> String {
        var result = "\""
        for unit in text.utf16 {
            switch unit {
            case 0x22: result += "\\\""
            case 0x24: result += "\\$"
            case 0x5C: result += "\\\\"
            case 0x0A: result += "\\n"
            case 0x0D: result += "\\r"
            case 0x09: result += "\\t"
            case 0x20..<0x7F: result.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
            default:
                let hex = String(unit, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            }
        }
        return result + "\""
    }

    /// Returns text for a comment, on one line, which can't end it.
    static func commented(_ text: String) -> String {
        SwiftEscaping.commented(text)
    }

    /// Returns a number as a `Double`.
    static func double(_ value: JSONValue) -> String {
        switch value {
        case .integer(let integer): "\(integer).0"
        case .number(let number): "\(number)"
        default: "0.0"
        }
    }

    /// Returns an expression of the SDK's type `Value`, or `nil` if an integer doesn't fit its 32 bits.
    static func value(_ json: JSONValue) -> String? {
        switch json {
        case .null: return "Value.Null"
        case .bool(let value): return "Value.Boolean(\(value))"
        case .integer(let value): return Int32(exactly: value).map { "Value.Integer(\($0))" }
        case .number: return "Value.Double(\(double(json)))"
        case .string(let text): return "Value.String(\(literal(text)))"
        case .array(let values):
            let elements = values.map(value)
            guard !elements.contains(nil) else { return nil }
            return "Value.List(listOf<Value>(\(elements.compactMap(\.self).joined(separator: ", "))))"
        case .object(let object):
            let members = object.members.map { member in value(member.value).map { "\(literal(member.name)) to \($0)" }
            }
            guard !members.contains(nil) else { return nil }
            return "Value.Structure(mapOf<String, Value>(\(members.compactMap(\.self).joined(separator: ", "))))"
        }
    }
}
