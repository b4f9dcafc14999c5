import Testing

@testable import ToggleConsole

@Suite struct TextWidthTests {
    @Test(arguments: [
        ("plain", ["p", "l", "a", "i", "n"], 5), ("機能", ["機", "能"], 4), ("ｶﾅ", ["ｶ", "ﾅ"], 2),
        ("e\u{301}", ["e\u{301}"], 1), ("é", ["é"], 1), ("🎉", ["🎉"], 2), ("👩‍👩‍👧", ["👩"], 2), ("👍🏽", ["👍"], 2),
        ("🇯🇵", ["J", "P"], 2),
        ("❤\u{FE0F}", ["❤"], 1), ("1\u{FE0F}\u{20E3}", ["1"], 1), ("\u{1112}\u{1161}\u{11AB}", ["한"], 2),
        ("한국", ["한", "국"], 4),
        ("a\tb", ["a", " ", "b"], 3), ("a\r\nb\rc", ["a", " ", "b", " ", "c"], 5),
        ("a\u{2028}b\u{85}c", ["a", " ", "b", " ", "c"], 5), ("\u{1B}[2J", ["?", "[", "2", "J"], 4),
        ("\u{200B}", [], 0),
        ("\u{202E}x", ["x"], 1),
        ("नमस्ते", ["न", "म", "स्", "ते"], 4), ("हिन्दी", ["ह", "ि", "न्", "द", "ी"], 5), ("ｶﾞ", ["ｶ", "ﾞ"], 2),
        ("का", ["क", "ा"], 2), ("①", ["①"], 1), ("Ω", ["Ω"], 1), ("\u{1FAE8}", ["\u{1FAE8}"], 2),
    ])
    func charactersHaveTheirTerminalWidth(_ text: String, _ pieces: [String], _ columns: Int) {
        let width = TextWidth()
        #expect(width.pieces(text).map(\.text) == pieces)
        #expect(width.width(text) == columns)
    }

    @Test func ambiguousCharactersCanBeWide() {
        let width = TextWidth(isAmbiguousWide: true)
        #expect(width.width("①±…Ω") == 8)
        #expect(width.width("abc") == 3)
    }

    @Test func nonASCIICharactersAreReplaced() {
        #expect(TextWidth(hasUnicode: false).pieces("é機").map(\.text) == ["?", "?"])
        #expect(TextWidth(hasUnicode: false).pieces("‘a’ “b” –…").map(\.text).joined() == "'a' \"b\" -~")
    }

    @Test(arguments: [
        ("vt100", false), ("vt220-8bit", false), ("linux", false), ("vte-256color", true), ("vte", true), ("vt", true),
        ("xterm-256color", true), ("", true),
    ])
    func oldTerminalsLackUnicode(_ name: String, _ hasUnicode: Bool) {
        #expect(ConsoleTerminal.hasUnicode(name) == hasUnicode)
    }

    @Test func wideCharacterIsNotCutInHalf() {
        var grid = Grid(Grid.Size(rows: 1, columns: 5))
        grid.write("機能性", .text, at: Grid.Position(row: 0, column: 0), limit: 5, width: TextWidth())
        #expect(grid.row(0).map(\.text) == ["機", "", "能", "", " "])
    }

    @Test(arguments: [
        ("short", 10, "short"), ("abcdefghij", 5, "abcd…"), ("機能性", 4, "機…"), ("機能性", 6, "機能性"), ("ab", 1, "a"),
        ("ab", 0, ""), ("機能", 1, ""), ("ab機c", 4, "ab…"), ("abé機", 4, "abé…"), ("éabc", 3, "éa…"),
    ])
    func truncatedTextEndsWithAMark(_ text: String, _ columns: Int, _ result: String) {
        for screen in [20, 12] {
            var canvas = Canvas(Grid.Size(rows: 1, columns: screen), width: TextWidth(), glyphs: .unicode)
            let end = canvas.put(text, .text, 0, 2..<2 + columns)
            #expect(canvas.grid.plainText == (result.isEmpty ? "" : "  " + result))
            #expect(end == 2 + TextWidth().width(result))
        }
    }

    @Test func textEndsAtTheScreenEdge() {
        var grid = Grid(Grid.Size(rows: 1, columns: 4))
        for text in ["abcdefgh", "abc機d", "aéi機"] {
            #expect(grid.write(text, .text, at: Grid.Position(row: 0, column: 0), limit: 9, width: TextWidth()) <= 4)
            #expect(grid.row(0).map(\.text.description).joined().hasPrefix(text.prefix(3)))
            #expect(Invariants.problem(grid) == nil)
        }
    }

    @Test(arguments: [
        ("one two three", 7, ["one two", "three"]), ("abcdefgh", 3, ["abc", "def", "gh"]), ("", 5, [""]),
        ("機能性", 3, ["機", "能", "性"]),
    ])
    func linesWrapBetweenWords(_ text: String, _ columns: Int, _ lines: [String]) {
        #expect(StyledText(text).wrapped(columns: columns, width: TextWidth()).map(\.text) == lines)
    }

    @Test func themesUseOnlySupportedColors() {
        for theme in Theme.allCases {
            for role in CellStyle.Role.allCases {
                let eight = theme.colors(of: role, depth: .eight)
                #expect([eight.foreground, eight.background].allSatisfy { $0.map { (0...7).contains($0) } ?? true })
                let many = theme.colors(of: role, depth: .many)
                #expect([many.foreground, many.background].allSatisfy { $0.map { (0...255).contains($0) } ?? true })
                #expect(theme.colors(of: role, depth: .mono) == Theme.Colors())
            }
        }
        #expect(CellStyle.Role.allCases.allSatisfy { Theme.mono.colors(of: $0, depth: .many) == Theme.Colors() })
    }
}
