import Testing

@testable import ToggleManifest

struct SourceTextTests {
    @Test(
        arguments: [
            "a: b\nc: d\n", "a\r\nb\r\n\r\nc", "a\rb\r\rc", "", "\n", "é: ü\n名前: 😀x\n",
            "\u{FEFF}a: é\nb: ü", String(repeating: "é名x😀", count: 200) + "\n" + String(repeating: "ü", count: 300),
            "a\u{2028}b\u{85}c\nd",
        ]
    )
    func everyCharacterHasALineAndColumn(_ text: String) {
        let bytes = Array(text.utf8)
        let source = SourceText(bytes)
        var line = 1
        var column = 1
        var offset = source.bodyStart
        var previous: Unicode.Scalar?
        for (index, scalar) in text.unicodeScalars.drop(while: { $0 == "\u{FEFF}" }).enumerated() {
            let expected = SourceLocation(line: line, column: column, offset: offset)
            #expect(source.location(character: index) == expected)
            #expect(source.location(offset: offset) == expected)
            for first in [1, max(1, line - 1), line, source.lineCount] {
                var found = first
                #expect(source.location(character: index, near: &found) == expected)
                #expect(found == line)
            }
            offset += scalar.utf8.count
            let next = offset < bytes.count ? bytes[offset] : 0
            if scalar == "\n" || scalar == "\r" && next != 0x0A {
                line += 1
                column = 1
            } else {
                column += 1
            }
            previous = scalar
        }
        #expect(source.location(offset: bytes.count).offset == bytes.count)
        #expect(source.lineCount == line)
        #expect(previous != nil || text.isEmpty)
    }

    @Test func columnsCountCharacters() throws {
        let yaml =
            "schema: 1\nnamespace: App\ntoggles:\n  a: { description: größer als 名前 😀, owner: 12, category: release }\n"
        #expect(
            findings(in: yaml) == [
                "4:45: ‘owner’ is an integer, ‘12’, but should be the team or person that looks after the toggle; as text it is written ‘\"12\"’"
            ]
        )
        let diagnostic = try #require(Manifest.parse(yaml, path: "t").diagnostics.first)
        let bytes = Array(yaml.utf8)[diagnostic.range.start.offset..<diagnostic.range.end.offset]
        #expect(String(decoding: bytes, as: UTF8.self) == "12")
    }

    @Test func linesExcludeTheirBreaks() {
        let source = SourceText(Array("a\r\nb\n\nc".utf8))
        #expect((0...5).map(source.lineText) == ["", "a", "b", "", "c", ""])
    }
}
