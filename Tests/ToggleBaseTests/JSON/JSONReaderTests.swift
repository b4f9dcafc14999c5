import Testing
import ToggleBase

@Suite struct JSONReaderTests {
    private static let values: [(String, JSONValue)] = [
        ("null", .null),
        (" true ", true),
        ("false\n", false),
        ("0", 0),
        ("-1", -1),
        ("9223372036854775807", .integer(.max)),
        ("-9223372036854775808", .integer(.min)),
        ("9007199254740993", 9_007_199_254_740_993),
        ("9223372036854775808", .number(9_223_372_036_854_775_808)),
        ("-9223372036854775809", .number(-9_223_372_036_854_775_808)),
        ("123456789012345678901234567890", .number(1.2345678901234568e29)),
        ("1.0", 1.0),
        ("0.1", 0.1),
        ("-0.5e1", -5.0),
        ("1E2", 100.0),
        ("1e+2", 100.0),
        ("1e-2", 0.01),
        ("2.2250738585072014e-308", 2.2250738585072014e-308),
        ("1.7976931348623157e308", 1.7976931348623157e308),
        ("1e-400", 0.0),
        ("0e999999999999999999999", 0.0),
        ("9007199254740993.0", 9007199254740992.0),
        ("0.1234567890123456789012345", 0.1234567890123456789012345),
        (#""""#, ""),
        (#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{c}\n\r\t"),
        (#""\u00e9\u0000é""#, "é\u{0}é"),
        (#""\ud83d\uDE00""#, "😀"),
        (#""\uFFFF\u2028""#, "\u{FFFF}\u{2028}"),
        ("[]", []),
        ("[ ]", []),
        ("{}", [:]),
        ("[1,[2,[]],{}]", [1, [2, []], [:]]),
        (#"{"a":{"b":[true]}, "__proto__": 1, "": null}"#, ["a": ["b": [true]], "__proto__": 1, "": .null]),
        ("\u{FEFF}1", 1),
    ]

    @Test(arguments: values)
    func readsValidJSON(text: String, value: JSONValue) throws {
        #expect(try JSONReader().value(from: text) == value)
    }

    @Test func keepsSignOfMinusZero() throws {
        guard case .number(let number) = try JSONReader().value(from: "-0") else {
            Issue.record("-0 is not a number")
            return
        }
        #expect(number == 0)
        #expect(number.sign == .minus)
    }

    @Test func keepsOrderOfMembers() throws {
        guard case .object(let object) = try JSONReader().value(from: #"{"z":1,"a":2,"z":3}"#) else {
            Issue.record("not an object")
            return
        }
        #expect(object.members.map(\.name) == ["z", "a", "z"])
        #expect(object["z"] == 3)
    }

    private static let mistakes: [(String, JSONSyntaxError.Code, Int, Int, String)] = [
        ("", .emptyInput, 1, 1, "write a value"),
        (" \n ", .emptyInput, 2, 2, "empty"),
        ("\u{FEFF}", .emptyInput, 1, 1, "empty"),
        ("{\n  \"a\": 1,\n}", .trailingComma, 2, 9, "remove the comma"),
        ("[1,]", .trailingComma, 1, 3, "remove the comma"),
        ("{'a': 1}", .singleQuotes, 1, 2, "double quotes"),
        ("{\"a\": 'x'}", .singleQuotes, 1, 7, "double quotes"),
        ("{\n// note\n}", .comment, 2, 1, "remove it"),
        ("{\"a\": 1 /* x */}", .comment, 1, 9, "remove it"),
        ("[1, # x\n2]", .comment, 1, 5, "remove it"),
        ("{a: 1}", .unquotedName, 1, 2, "write \"a\""),
        ("{1: 1}", .unquotedName, 1, 2, "write \"1\""),
        ("[NaN]", .unknownWord, 1, 2, "no such number"),
        ("[-Infinity]", .unknownWord, 1, 2, "no such number"),
        ("[True]", .unknownWord, 1, 2, "write true"),
        ("[no]", .unknownWord, 1, 2, "write false"),
        ("nil", .unknownWord, 1, 1, "write null"),
        ("truee", .unknownWord, 1, 1, "double quotes"),
        ("nul", .unknownWord, 1, 1, "double quotes"),
        ("{\"a\": neural}", .unknownWord, 1, 7, "Found neural"),
        ("[\"abc", .unterminatedString, 1, 2, "double quote at its end"),
        ("[\"abc\\", .unterminatedString, 1, 2, "double quote at its end"),
        ("[\"abc\n\"]", .unterminatedString, 1, 2, "end of its line"),
        ("[\"a\tb\"]", .controlCharacter, 1, 4, "\\t"),
        ("[\"a\u{0}b\"]", .controlCharacter, 1, 4, "\\u0000"),
        (#"["\x"]"#, .invalidEscape, 1, 3, "Found a backslash before 'x'"),
        (#"["\u12g4"]"#, .invalidEscape, 1, 3, "four hexadecimal digits"),
        (#"["\u12"#, .invalidEscape, 1, 3, "four hexadecimal digits"),
        (#"["\ud83d"]"#, .loneSurrogate, 1, 3, "\\uD83D"),
        (#"["\ud83dA"]"#, .loneSurrogate, 1, 3, "\\uD83D"),
        (#"["\ud83d\u0041"]"#, .loneSurrogate, 1, 3, "\\uD83D"),
        (#"["\ude00"]"#, .loneSurrogate, 1, 3, "\\uDE00"),
        ("1e400", .numberOutOfRange, 1, 1, "too large"),
        ("-1e999999999999999999999", .numberOutOfRange, 1, 1, "too large"),
        ("01", .invalidNumber, 1, 1, "leading zero"),
        ("-", .invalidNumber, 1, 1, "the end of the text"),
        ("-a", .invalidNumber, 1, 1, "'a'"),
        ("+1", .invalidNumber, 1, 1, "plus sign"),
        (".5", .invalidNumber, 1, 1, "0.5"),
        ("1.", .invalidNumber, 1, 1, "1.0"),
        ("1.e5", .invalidNumber, 1, 1, "1.0"),
        ("1e", .invalidNumber, 1, 1, "1e6"),
        ("1e+", .invalidNumber, 1, 1, "1e6"),
        ("0x1F", .invalidNumber, 1, 1, "hexadecimal"),
        ("1.2.3", .invalidNumber, 1, 1, "one decimal point"),
        ("12px", .invalidNumber, 1, 1, "'p'"),
        ("{} {}", .trailingContent, 1, 4, "Found '{'"),
        ("1\u{0}\u{0}", .trailingContent, 1, 2, "U+0000"),
        ("[1 2]", .missingComma, 1, 4, "write a comma"),
        ("{\"a\": 1\n \"b\": 2}", .missingComma, 2, 2, "write a comma"),
        ("[1}", .unexpectedCharacter, 1, 3, "write a comma or ]"),
        ("{\"a\" 1}", .missingColon, 1, 6, "colon"),
        ("{\"a\" = 1}", .missingColon, 1, 6, "'='"),
        ("{,}", .unexpectedCharacter, 1, 2, "','"),
        ("{\"a\":,}", .unexpectedCharacter, 1, 6, "','"),
        ("{", .unexpectedEnd, 1, 2, "line 1, column 1"),
        ("[[1,\n[", .unexpectedEnd, 2, 2, "line 2, column 1"),
        ("{\"a\"", .unexpectedEnd, 1, 5, "close it with }"),
        ("{\"a\":", .unexpectedEnd, 1, 6, "close it with }"),
        ("{\"a\":1,", .unexpectedEnd, 1, 8, "close it with }"),
        ("[\r\n\r\n\rx]", .unknownWord, 4, 1, "Found x"),
        ("[\"👩‍👩‍👧é\", x]", .unknownWord, 1, 8, "Found x"),
    ]

    @Test(arguments: mistakes)
    func reportsErrorWithLocation(
        text: String,
        code: JSONSyntaxError.Code,
        line: Int,
        column: Int,
        sentence: String
    ) throws {
        let error = try #require(throws: JSONSyntaxError.self) { try JSONReader().value(from: text) }
        #expect(error.code == code, "\(error)")
        #expect(error.location.line == line, "\(error)")
        #expect(error.location.column == column, "\(error)")
        #expect(error.message.contains(sentence), "\(error)")
    }

    @Test(
        arguments: [
            [0xFF], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22],
            [0x22, 0xE2, 0x82], [0x22, 0xF0, 0x9F, 0x98, 0x22], [0x5B, 0x80, 0x5D], [0x31, 0xFE], [0x7B, 0xFE],
            [0x5B, 0x31, 0x20, 0xFE],
        ] as [[UInt8]]
    )
    func rejectsInvalidUTF8(bytes: [UInt8]) throws {
        let error = try #require(throws: JSONSyntaxError.self) { try JSONReader().value(from: bytes) }
        #expect(error.code == .invalidUTF8)
    }

    @Test func limitsDepth() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(throws: Never.self) { try JSONReader(maximumDepth: 3).value(from: nested(3)) }
        let error = try #require(throws: JSONSyntaxError.self) {
            try JSONReader(maximumDepth: 3).value(from: nested(4))
        }
        #expect(error.code == .tooDeep)
        #expect(error.location.column == 4)
        #expect(throws: Never.self) { try JSONReader(maximumDepth: .max).value(from: nested(256)) }
        #expect(throws: JSONSyntaxError.self) { try JSONReader(maximumDepth: .max).value(from: nested(100_000)) }
        #expect(throws: JSONSyntaxError.self) {
            try JSONReader().value(from: String(repeating: "{\"a\":", count: 100_000))
        }
    }

    @Test func rejectsTooLongNumbers() throws {
        let error = try #require(throws: JSONSyntaxError.self) {
            try JSONReader().value(from: "0." + String(repeating: "1", count: 100_000))
        }
        #expect(error.code == .numberOutOfRange)
    }

    @Test func rejectsIntegersThatLoseDigitsOnRequest() throws {
        let reader = JSONReader(roundsIntegers: false)
        for text in ["[1, 9223372036854775808]", "[1, -9223372036854775809]", "[1, 12345678901234567890]"] {
            let error = try #require(throws: JSONSyntaxError.self) { try reader.value(from: text) }
            #expect(error.code == .numberOutOfRange)
            #expect(error.location.column == 5)
            #expect(
                error.message
                    == "Found a whole number that is too large to keep all its digits; write a smaller one, or a string."
            )
        }
        for text in ["9223372036854775807", "-9223372036854775808", "-0", "0.1", "1e300", "1234567890123456789.5"] {
            #expect(try reader.value(from: text) == JSONReader().value(from: text))
        }
    }

    @Test func handlesTruncatedAndChangedText() {
        let text = Array(#"{"a\u00e9é😀": [1, -2.5e3, true, null, "x\n"], "b": {"c": {}}}"#.utf8)
        for length in 0..<text.count {
            #expect(throws: JSONSyntaxError.self) { try JSONReader().value(from: Array(text[..<length])) }
        }
        var accepted = 0
        for index in text.indices {
            for byte in UInt8.min...UInt8.max {
                var changed = text
                changed[index] = byte
                if let document = try? JSONReader().document(from: changed) {
                    accepted += 1
                    #expect((try? JSONReader().value(from: JSONWriter().bytes(document.value))) == document.value)
                }
            }
        }
        #expect(accepted > text.count)
    }
}
