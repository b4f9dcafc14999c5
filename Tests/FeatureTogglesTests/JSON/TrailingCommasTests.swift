import Testing
import ToggleBase

struct TrailingCommasTests {
    @Test(
        arguments: [
            ("[1,]", [2]), ("[1 ,\n\t]", [3]), (#"{"a": 1,}"#, [7]),
            (#"{"a": [1,], "b": {"c": true,},}"#, [8, 27, 29]),
            (#"["a,]",]"#, [6]), (#"["\"," ,]"#, [7]), (#"["\\",]"#, [5]), ("[[],]", [3]), ("[{},]", [3]),
            // Something was left out.
            ("[,]", []), ("{,}", []), ("[1,,]", []), (#"{"a":,}"#, []), ("[1, 2]", []), ("[]", []),
            // Not JSON.
            ("", []), (",", []), ("]", []), (#"[1,"a]"#, []), (#"["\"#, []), ("1,}", [1]),
        ] as [(String, [Int])]
    )
    func findsCommasBeforeClosingBrackets(text: String, offsets: [Int]) {
        #expect(TrailingCommas.offsets(in: Array(text.utf8)) == offsets)
    }

    @Test func spacesKeepAllOffsets() throws {
        let text = Array(#"{"a": ["é,]", 2,],}"#.utf8)
        let blanked = TrailingCommas.blanked(in: text)
        #expect(blanked.count == text.count)
        #expect(try JSONReader().value(from: blanked) == ["a": ["é,]", 2]])
        #expect(throws: JSONSyntaxError.self) { try JSONReader().value(from: text) }
    }
}
