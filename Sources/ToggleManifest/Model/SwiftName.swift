/// Converts keys and values of a manifest to names in generated code.
package enum SwiftName {
    /// Words that Swift reserves, which a key must not become; ``membersOfKeys`` has the two that are not here.
    package static let keywords = SwiftIdentifier.keywords.subtracting(["Type", "Protocol"]).union(["async"])

    /// Members of the key types, which a key's Swift name would hide or clash with.
    package static let membersOfKeys: Set<String> = ["reference", "defaultValue", "init", "self", "Type", "Protocol"]

    /// Members of the generated enums that a case would clash with; at one named `rawValue` the compiler crashes.
    static let membersOfVariants: Set<String> = ["allCases", "rawValue", "toggleType", "variantCount", "variantNames"]

    /// Generic parameters of the key types, which hide a namespace of the same name in extensions of these.
    static let parametersOfKeys: Set<String> = ["Value", "Variant"]

    /// Names that a type in the generated namespace, or the namespace itself, must not have: generated code refers to
    /// others by them, or Swift does not allow them.
    static let reservedTypes: Set<String> = [
        "Any", "AnyObject", "Array", "Bool", "CalendarDate", "CaseIterable", "Codable", "CodingKey", "CodingKeys",
        "Decodable", "Decoder", "Dictionary", "Double", "Encodable", "Encoder", "Equatable", "ExperimentToggle",
        "FeatureToggle", "FeatureToggles", "GeneratedToggleVariant", "Hashable", "Hasher", "Int", "JSONObject",
        "JSONValue", "MigrationStage",
        "MigrationToggle", "Never", "OpsToggle", "Optional", "PermissionToggle", "Protocol", "RawRepresentable",
        "ReleaseToggle", "Self", "Sendable", "StaticString", "String", "Swift", "ToggleCategory", "ToggleDefinition",
        "ToggleDetails", "ToggleModel", "ToggleNamespace", "ToggleReference", "ToggleRegistry", "ToggleType",
        "ToggleValue", "ToggleVariant", "Type", "UInt64", "Void",
    ]

    /// The `lowerCamelCase` of a `snake_case` key.
    package static func member(ofKey key: String) -> String {
        SwiftKeyName.camelCase(key)
    }

    /// The `UpperCamelCase` of a `snake_case` key.
    static func type(ofKey key: String) -> String {
        SwiftKeyName.camelCase(key, capitalizesFirst: true)
    }

    /// The `lowerCamelCase` of a value, with `-`, `_`, `.` and blanks between words and `_` before a leading digit; `nil`
    /// when it contains something else or nothing.
    static func enumCase(of value: String) -> String? {
        if isLowerCamelCase(value) { return value }
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

    /// Whether a text is ASCII letters and digits with a small letter in front, as nearly every value is.
    private static func isLowerCamelCase(_ text: String) -> Bool {
        text.withBytes { bytes in
            guard let first = bytes.first, isSmallLetter(first) else { return false }
            var index = 1
            while index < bytes.count {
                guard isASCIILetterOrDigit(bytes[index]) else { return false }
                index += 1
            }
            return true
        }
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
    package static func key(from text: String) -> String? {
        var result = ""
        var previous: UInt8?
        // Other letters and leading digits have no obvious replacement.
        guard text.utf8.allSatisfy({ $0 < 0x80 }), text.first?.isNumber == false else { return nil }
        for byte in text.utf8.prefix(1024) {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"):
                // A word begins after a lowercase letter or a digit.
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
    package static func isKey(_ text: String) -> Bool {
        text.withBytes { bytes in
            guard bytes.count <= longestKey, let first = bytes.first, isSmallLetter(first) else { return false }
            var previous = first
            var index = 1
            while index < bytes.count {
                let byte = bytes[index]
                if byte == UInt8(ascii: "_") {
                    if previous == byte { return false }
                } else if !isSmallLetter(byte), byte < UInt8(ascii: "0") || byte > UInt8(ascii: "9") {
                    return false
                }
                previous = byte
                index += 1
            }
            return previous != UInt8(ascii: "_")
        }
    }

    static func capitalized(_ word: some StringProtocol) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }

    private static func isSmallLetter(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
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
    package var isASCIILetter: Bool {
        value >= 0x61 && value <= 0x7A || value >= 0x41 && value <= 0x5A
    }
}
