import Testing

@testable import ToggleManifest

/// Names, escaping, sentences and line breaks.
struct TextTests {
    @Test(
        arguments: [
            ("max_items", "maxItems"), ("max-items", "maxItems"), ("maxItems", "maxItems"), ("MaxItems", "maxItems"),
            ("URL", "url"), ("URLString", "urlString"), ("some object", "someObject"), ("1st", "_1st"), ("", "value"),
            ("***", "value"), ("größe", "größe"), ("_private", "private"), ("a.b.c", "aBC"),
        ]
    )
    func jsonNamesBecomeSwiftNames(_ text: String, name: String) {
        #expect(SwiftIdentifier.lowerCamel(text) == name)
    }

    @Test func takenNameGetsASuffix() {
        let taken: Set = ["json", "jsonValue"]
        #expect(SwiftIdentifier.free("json") { taken.contains($0) } == "jsonValueValue")
        #expect(SwiftIdentifier.free("other") { taken.contains($0) } == "other")
    }

    @Test(
        arguments: [
            ("One.", "One.", ""), ("One", "One.", ""), ("One. Two. Three", "One.", "Two. Three"), ("Why?", "Why?", ""),
            ("See e.g. this. Two", "See e.g. this.", "Two"), ("  \n ", "No description.", ""),
            ("Version 1.2 is out", "Version 1.2 is out.", ""),
        ]
    )
    func firstSentenceIsTheSummary(_ description: String, summary: String, discussion: String) {
        #expect(Prose.summary(of: description) == (summary, discussion))
    }

    @Test(
        arguments: [
            ("*/", "*\\/"), ("/*", "/\\*"), ("a\nb\r\nc\u{2028}d", "a b c d"), ("`code`", "`code`"),
            ("`open", "\\`open"),
            ("\u{202E}x", "\\u{202E}x"), ("  a   b  ", "a b"), ("👩‍💻", "👩‍💻"), ("\0", "\\u{0}"),
        ]
    )
    func commentTextIsEscaped(_ text: String, expected: String) {
        #expect(SwiftEscaping.commented(text) == expected)
    }

    @Test(
        arguments: [
            "", "short", String(repeating: "word ", count: 100), String(repeating: "x", count: 500),
            String(repeating: "\"\n\\", count: 90), String(repeating: " ", count: 300),
        ]
    )
    func wrappedLiteralKeepsItsText(_ text: String) {
        let lines = TextWrapping.literalLines(text, width: 40)
        let trailing = text.hasSuffix(" ") ? text.dropLast() + "\\u{20}" : Substring(text)
        #expect(lines.joined() == (text.hasSuffix(" ") ? String(trailing) : SwiftEscaping.escaped(text)))
        #expect(lines.allSatisfy { $0.unicodeScalars.count <= 45 })
        #expect(lines.dropLast().allSatisfy { !$0.hasSuffix("\\") || $0.hasSuffix("\\\\") })
    }

    @Test(
        arguments: [(0, "0"), (-1, "-1"), (999_999, "999999"), (1_000_000, "1_000_000"), (-12_345_678, "-12_345_678")]
    )
    func digitsAreGrouped(_ value: Int, expected: String) {
        #expect(SwiftLiteral.integer(value) == expected)
    }

    @Test func identifierHasSixteenDigits() {
        #expect(SwiftLiteral.identifier(1) == "0x0000_0000_0000_0001")
        #expect(SwiftLiteral.identifier(.max) == "0xffff_ffff_ffff_ffff")
    }
}
