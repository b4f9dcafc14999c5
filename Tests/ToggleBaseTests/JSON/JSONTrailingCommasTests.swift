import Testing
import ToggleBase

struct JSONTrailingCommasTests {
    @Test(
        arguments: [
            ("[1,]", [2]), ("[1 ,\n\t]", [3]), (#"{"a": 1,}"#, [7]),
            (#"{"a": [1,], "b": {"c": true,},}"#, [8, 27, 29]),
            (#"["a,]",]"#, [6]), (#"["\"," ,]"#, [7]), (#"["\\",]"#, [5]), ("[[],]", [3]), ("[{},]", [3]),
            ("[1, 2]", []), ("[]", []),
        ] as [(String, [Int])]
    )
    func findsCommasBeforeClosingBrackets(text: String, offsets: [Int]) throws {
        let bytes = Array(text.utf8)
        let (value, commas) = try JSONReader().valueAndTrailingCommas(from: bytes)
        #expect(commas == offsets)
        let document = try JSONReader().document(from: bytes, allowsTrailingCommas: true)
        #expect(document.trailingCommas == offsets)
        #expect(document.value == value)
        #expect(((try? JSONReader().value(from: bytes)) == nil) == !offsets.isEmpty)
    }

    @Test(
        arguments: [
            // Something was left out.
            "[,]", "{,}", "[1,,]", #"{"a":,}"#,
            // Not JSON.
            "", ",", "]", #"[1,"a]"#, #"["\"#, "1,}",
        ]
    )
    func otherErrorsRemain(text: String) {
        let bytes = Array(text.utf8)
        #expect(throws: JSONSyntaxError.self) { try JSONReader().valueAndTrailingCommas(from: bytes) }
        #expect(JSONReader().blankingTrailingCommas(in: bytes) == bytes)
    }

    @Test func commasInSkippedValuesAreFound() throws {
        let document = try JSONReader(maximumDepth: 2)
            .document(from: Array("[[[1,[2,],],],]".utf8), skipsDeeper: true, allowsTrailingCommas: true)
        #expect(document.trailingCommas == [7, 9, 11, 13])
        #expect(document.value == [[.null]])
    }

    @Test func spacesKeepAllOffsets() throws {
        let text = Array(#"{"a": ["é,]", 2,],}"#.utf8)
        let blanked = JSONReader().blankingTrailingCommas(in: text)
        #expect(blanked.count == text.count)
        #expect(try JSONReader().value(from: blanked) == ["a": ["é,]", 2]])
        #expect(throws: JSONSyntaxError.self) { try JSONReader().value(from: text) }
    }
}
