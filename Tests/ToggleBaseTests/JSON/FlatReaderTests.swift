import Testing
import ToggleBase

/// `FlatReader` and `JSONReader` accept the same texts and return the same values.
struct FlatReaderTests {
    private static func flat(_ bytes: [UInt8], depth: Int = 64) -> JSONValue? {
        let arena = FlatArena(blockSize: 64)
        return bytes.withUnsafeBufferPointer { input in
            var reader = FlatReader(into: arena, maximumDepth: depth)
            return (try? reader.value(from: input))?.json
        }
    }

    @Test func readerCanReuseItsArena() {
        let arena = FlatArena(blockSize: 64)
        var reader = FlatReader(into: arena, maximumDepth: 4)
        for text in [#"{"a":[1,{"b":"\n"}]}"#, #"{"a":[1,{"b":"#, "[[[[[1]]]]]", "", #"[2,"x"]"#] {
            arena.reset()
            let found = Array(text.utf8).withUnsafeBufferPointer { input in
                (try? reader.value(from: input))?.json
            }
            #expect(found == (try? JSONReader(maximumDepth: 4).value(from: text)))
        }
    }

    @Test(
        arguments: [
            "null", " true ", "false", "0", "-0", "-1", "12", "123456789012345678", "1234567890123456789",
            "-9223372036854775808",
            "9223372036854775808", "1.5", "1e3", "-2.5E-3", "\"\"", "\"abc\"", "\"twelve bytes\"",
            "\"a longer text with 24 b\"",
            #""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00""#, "\"ä日本😀 and more\"", "[]", "[1,[2,[3]],\"x\"]", "{}",
            #"{"a":1,"b":{"c":[null]}}"#,
            #"{"a":1,"a":2}"#, "\t{\r\n \"a\" : [ ] }\n", "\u{FEFF}[1]", "[0,0.0,-0.5,10]",
            // Malformed.
            "", " ", "nul", "truex", "TRUE", "01", "-", "1.", ".5", "1e", "+1", "1x", "0x10", "\"", "\"a", "\"a\u{1}\"",
            "\"\\x\"",
            #""\ud800""#, "[", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,}",
            "{a:1}",
            "{\"a\" 1}", "{1:2}", "1 2", "[1]]", "nullnull", "\"a\"b", "'a'", "// x", "NaN", "1e400", "\u{FEFF}",
        ]
    )
    func parsesTextsLikeJSONReader(text: String) {
        let expected = try? JSONReader(maximumDepth: 64).value(from: text)
        let found = Self.flat(Array(text.utf8))
        #expect(found == expected)
        if let expected, let found { #expect(JSONWriter().text(found) == JSONWriter().text(expected)) }
    }

    @Test(
        arguments: [
            [0xFF], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22],
            [0x22, 0xE4, 0x22],
            [0x22, 0x80, 0x22], [0x00], [0x22, 0x00, 0x22], [0x5B, 0x00, 0x5D],
        ] as [[UInt8]]
    )
    func invalidUTF8IsRejected(bytes: [UInt8]) {
        #expect(Self.flat(bytes) == nil)
    }

    @Test func specialCharactersAreFoundAtEveryOffset() {
        // Around the eight bytes that are examined at once.
        for length in 0..<40 {
            for special in ["\\n", "ä", "\"", "\u{1F}", "\u{7F}"] {
                let text = "\"" + String(repeating: "x", count: length) + special + "yyyyyyyyyy\""
                #expect(Self.flat(Array(text.utf8)) == (try? JSONReader().value(from: text)))
            }
        }
    }

    @Test func depthIsLimited() {
        func nested(_ count: Int) -> [UInt8] {
            Array((String(repeating: "[", count: count) + String(repeating: "]", count: count)).utf8)
        }
        #expect(Self.flat(nested(64)) != nil)
        #expect(Self.flat(nested(65)) == nil)
        #expect(Self.flat([UInt8](repeating: UInt8(ascii: "["), count: 1 << 20)) == nil)
    }

    @Test func arenaCanBeReused() {
        let arena = FlatArena(blockSize: 256)
        for size in [1, 10, 1_000, 10, 100_000, 1] {
            arena.reset()
            let values = (0..<size).map { FlatValue(Int64($0)) }
            let array = arena.array(values)
            let text = arena.string(String(repeating: "x", count: size))
            #expect(array.elements.map(\.integer) == (0..<Int64(size)).map { $0 })
            #expect(text.bytes.count == size)
            #expect(arena.used >= 17 * size)
        }
    }
}
