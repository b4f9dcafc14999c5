import ToggleBase

/// Converts keys and values of a manifest to names in generated code.
package enum SwiftName {
    /// Members of the key types, which a key's Swift name would hide or clash with.
    package static let membersOfKeys: Set<String> = [
        "reference", "defaultValue", "init", "self", "Self", "Type", "Protocol",
    ]

    /// The length of the longest of the ``membersOfKeys``, in bytes.
    static let longestReservedMember = membersOfKeys.reduce(0) { max($0, $1.utf8.count) }

    /// Members of the generated enums that a case would clash with; a case named `rawValue` crashes the compiler.
    static let membersOfVariants: Set<String> = ["allCases", "rawValue", "toggleType", "variantCount", "variantNames"]

    /// Generic parameters of the key types, which would hide a namespace of the same name in their extensions.
    static let parametersOfKeys = Set(ToggleCategory.allCases.compactMap(\.keyParameter))

    /// Names that the generated namespace and the types in it can't have.
    ///
    /// Generated code uses them for other types, or Swift doesn't allow them.
    static let reservedTypes = Set(ToggleCategory.allCases.map(\.keyType)).union([
        "Any", "AnyObject", "Array", "Bool", "CalendarDate", "CaseIterable", "Codable", "CodingKey", "CodingKeys",
        "Decodable", "Decoder", "Dictionary", "Double", "Encodable", "Encoder", "Equatable",
        "FeatureToggle", "FeatureToggles", "GeneratedToggleVariant", "Hashable", "Hasher", "Int", "JSONObject",
        "JSONValue", "MigrationStage",
        "Never", "Optional", "Protocol", "RawRepresentable", "Self", "Sendable", "StaticString", "String", "Swift",
        "ToggleCategory", "ToggleDefinition",
        "ToggleDetails", "ToggleModel", "ToggleReference", "ToggleRegistry", "ToggleType",
        "ToggleValue", "ToggleVariant", "Type", "UInt64", "Void",
    ])

    /// Returns the `lowerCamelCase` form of a `snake_case` key.
    package static func member(ofKey key: String) -> String {
        SwiftKeyName.camelCase(key)
    }

    /// Returns the `lowerCamelCase` form of a value, with `_` before a leading digit.
    ///
    /// Words are separated by `-`, `_`, `.`, or spaces. The result is `nil` if the value is empty or contains any other
    /// character that isn't part of a name.
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

    /// Returns whether a text consists of ASCII letters and digits and begins with a lowercase letter, like most
    /// values.
    private static func isLowerCamelCase(_ text: String) -> Bool {
        text.withBytes { bytes in
            guard let first = bytes.first, isLowercaseASCII(first) else { return false }
            var index = 1
            while index < bytes.count {
                guard isASCIILetterOrDigit(bytes[index]) else { return false }
                index += 1
            }
            return true
        }
    }

    /// Returns whether a text is a name that Swift code can give to a member, perhaps in back-ticks.
    package static func isIdentifier(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, first.beginsName else { return false }
        return text != "_" && text.unicodeScalars.allSatisfy { $0.isPartOfName || $0 == "_" }
    }

    /// Returns whether a text is an `UpperCamelCase` name of ASCII letters and digits.
    static func isTypeName(_ text: String) -> Bool {
        guard let first = text.utf8.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) else { return false }
        return text.utf8.allSatisfy(isASCIILetterOrDigit)
    }

    /// Returns an `UpperCamelCase` name made from a text, or `nil` if there is none.
    static func typeName(from text: String) -> String? {
        let words = text.utf8.split { !isASCIILetterOrDigit($0) }.compactMap { Substring($0) }
        let name = String(words.map(capitalized).joined().drop { $0.isNumber })
        return isTypeName(name) ? name : nil
    }

    /// Returns a `snake_case` key made from a text, or `nil` if there is none.
    ///
    /// Acronyms stay together, as in the keys of Foundation's JSON decoder: `useURLSession` becomes `use_url_session`.
    package static func key(from text: String) -> String? {
        // Other letters and leading digits have no obvious replacement.
        guard text.utf8.allSatisfy({ $0 < 0x80 }), text.first?.isNumber == false else { return nil }
        let pieces = text.utf8.prefix(1024).split { !isASCIILetterOrDigit($0) }.map(Array.init)
        let words = pieces.flatMap(words).map { String(decoding: $0, as: UTF8.self).lowercased() }
        let key = String(words.joined(separator: "_").drop { !$0.isLetter })
        return isKey(key) ? key : nil
    }

    /// Names that are one word despite the capital letters in them.
    private static let mixedCaseWords = [
        "iPadOS", "iOS", "macOS", "tvOS", "visionOS", "watchOS", "iPad", "iPhone", "iCloud", "iMessage", "OAuth",
        "VoIP",
        "WiFi",
    ].map { Array($0.utf8) }

    /// Returns the words of a name that consists of ASCII letters and digits.
    private static func words(of name: [UInt8]) -> [ArraySlice<UInt8>] {
        var result: [ArraySlice<UInt8>] = []
        var start = 0
        while start < name.count {
            let end = endOfWord(from: start, in: name)
            result.append(name[start..<end])
            start = end
        }
        return result
    }

    /// Returns the index after a word, which is `url`, `V2`, or `API` in `urlV2API`, `URLs` in `URLsOnly`, and `B2B` in
    /// `B2BShop`.
    private static func endOfWord(from start: Int, in name: [UInt8]) -> Int {
        func skip(_ index: Int, _ isPart: (UInt8) -> Bool) -> Int {
            name[index...].firstIndex { !isPart($0) } ?? name.count
        }
        func isLowercase(at index: Int) -> Bool { index < name.count && isLowercaseASCII(name[index]) }
        func isLowercaseOrDigit(_ byte: UInt8) -> Bool { isLowercaseASCII(byte) || isDigit(byte) }

        for word in mixedCaseWords {
            let end = start + word.count
            if end <= name.count, name[start] | 0x20 == word[0] | 0x20, !isLowercase(at: end),
                name[(start + 1)..<end].elementsEqual(word.dropFirst())
            {
                return skip(end, isDigit)
            }
        }
        let capitals = skip(start, isUppercaseASCII)
        if capitals == start || capitals == start + 1 && isLowercase(at: capitals) {
            return skip(capitals, isLowercaseOrDigit)
        }
        guard isLowercase(at: capitals) else {
            let end = skip(capitals, isLowercaseOrDigit)
            // A single capital letter after the digits belongs to the acronym.
            let more = skip(end, isUppercaseASCII)
            return end > capitals && more - (isLowercase(at: more) ? 1 : 0) == end + 1 ? skip(end + 1, isDigit) : end
        }
        // The plural of an acronym, or a word that begins with the last capital letter.
        let isPlural = name[capitals] == UInt8(ascii: "s") && !isLowercase(at: capitals + 1)
        return isPlural ? skip(capitals + 1, isDigit) : capitals - 1
    }

    /// The maximum length of a key, in bytes.
    static let longestKey = 256

    /// Returns whether a text is a `snake_case` key.
    package static func isKey(_ text: String) -> Bool {
        text.withBytes { bytes in
            guard bytes.count <= longestKey, let first = bytes.first, isLowercaseASCII(first) else { return false }
            var previous = first
            var index = 1
            while index < bytes.count {
                let byte = bytes[index]
                if byte == UInt8(ascii: "_") {
                    if previous == byte { return false }
                } else if !isLowercaseASCII(byte), byte < UInt8(ascii: "0") || byte > UInt8(ascii: "9") {
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

    private static func isLowercaseASCII(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
    }

    private static func isUppercaseASCII(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
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
    /// Whether a Swift name can contain the character, except the underscore, which separates words.
    fileprivate var isPartOfName: Bool {
        isASCIILetter || ("0"..."9").contains(self) || !isASCII && properties.isXIDContinue
    }

    /// Whether a Swift name can begin with the character.
    fileprivate var beginsName: Bool {
        isASCIILetter || self == "_" || !isASCII && properties.isXIDStart
    }

    /// Whether it is an ASCII letter; much faster than reading the character's properties.
    package var isASCIILetter: Bool {
        value >= 0x61 && value <= 0x7A || value >= 0x41 && value <= 0x5A
    }
}
