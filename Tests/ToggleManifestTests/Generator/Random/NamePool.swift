import Foundation

/// Names that could clash with something in generated Swift.
struct NamePool {
    /// Names with a meaning in the compiler or the standard library, and texts that are hard to convert to a name.
    let hard: [String]
    /// Names that the sources of this package declare.
    let others: [String]

    init() throws {
        let hard = Set(Self.keywords + Self.standardMembers + Self.standardTypes + Self.texts)
        var others: Set<String> = []
        for library in ["App/FeatureToggles", "Ground/ToggleBase"] {
            others.formUnion(try Self.declaredNames(in: library))
        }
        self.hard = hard.sorted()
        self.others = others.subtracting(hard).sorted()
    }

    /// Returns the names that the sources in a folder declare, so that members that are added later are included.
    private static func declaredNames(in library: String) throws -> Set<String> {
        let folder = URL(filePath: #filePath).appending(path: "../../../../../Sources/\(library)").standardizedFileURL
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        let declaration = /\b(?:actor|associatedtype|case|class|enum|func|let|protocol|struct|typealias|var) `?(\w+)/
        var names: Set<String> = []
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            let text = try String(contentsOf: file, encoding: .utf8)
            names.formUnion(text.matches(of: declaration).map { String($0.1) })
        }
        guard !names.isEmpty else { throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: folder.path]) }
        return names
    }

    /// The keywords of Swift, including contextual keywords.
    static let keywords = words(
        """
        Any Protocol Self Type _ accesses actor any as assignment associatedtype associativity async autoclosure await
        borrow borrowing break case catch class concurrent consume consuming continue convenience convention copy default
        defer deinit didSet discard distributed do dynamic each else enum escaping exclusivity extension fallthrough false
        fileprivate final for func get guard higherThan if import in indirect infix init inout internal is isolated lazy
        left let lowerThan macro modify module mutableAddressWithNativeOwner mutating new newValue nil none nonisolated
        nonmutating nonsending oldValue open operator optional override package postfix precedence precedencegroup prefix
        private prologue protocol public read reasync repeat required rethrows return right safe scoped self sending set
        some static struct subscript super switch then throw throws transfer true try typealias unowned unsafe using var
        weak where while willSet yield yielding
        """
    )

    /// Members that generated types inherit from the standard library, and names that derived code uses.
    static let standardMembers = words(
        """
        a allCases b codingPath container customMirror debugDescription decode decodeIfPresent decoder description dump
        encode encodeIfPresent encoder fatalError fields hash hashValue hasher init intValue into keyedBy print rawValue
        register register2 registry stringValue superDecoder superEncoder toggles type unkeyedContainer userInfo value
        variantCount variantNames wrappedValue zip
        """
    )

    /// Types of the standard library.
    static let standardTypes = words(
        """
        AllCases AnyObject AnyHashable Array ArrayLiteralElement Bool CaseIterable Character Codable CodingKey CodingKeys
        Decodable Decoder Dictionary Double Encodable Encoder Equatable Error ExtendedGraphemeClusterLiteralType Float
        FloatLiteralType Hashable Hasher ID Identifiable Int IntegerLiteralType KeyedDecodingContainer
        KeyedEncodingContainer Mirror Never None Optional RawRepresentable RawValue Result Sendable Set Some StaticString
        String StringLiteralType SubSequence Substring Swift UInt64 UnsafePointer Value Variant Void _Concurrency
        """
    )

    /// Texts with digits, symbols, scripts with and without case, and letters whose number changes with their case.
    private static let texts = [
        "", " ", "0", "1st", "404", "4 0 4", "-", "__", "a__b", "_a", "a_", "é", "e\u{301}", "ß", "ẞ", "ŉ", "ŉa", "İ",
        "ı",
        "ǆ", "ǅ", "ΐ", "ﬁ", "日本", "日本 語", "한국", "ひらがな", "עברית", "عربي", "ไทย", "हिन्दी", "Ünï", "ÉTÉ", "Привет",
        "ΣΑΣ", "aªb", "x²", "½", "Ⅷ", "ⅷ", "🚀", "a🚀b", "a\u{200D}b", "$0", "$x", "#if", "@objc", "`x`", "a.b", "a/b",
        "a\\b", "\"", "\"\"\"", "\\(x)", "*/", "/*", "//", "a\nb", "\t", "\u{0}", "\u{7F}", "\u{202E}x", "\u{FEFF}",
        "A", "AB",
        "aB", "AbC", "URL", "URLString", "a1", "a_1", "1a", "1A", "x_y_z", "x-y", "x y", "X.Y",
    ]

    private static func words(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init)
    }
}
