import Testing
import ToggleBase

@Suite struct JSONWriterTests {
    private static let texts: [(JSONValue, String)] = [
        (.null, "null"),
        (true, "true"),
        (.integer(.min), "-9223372036854775808"),
        (1.0, "1.0"),
        (-0.0, "-0.0"),
        (0.1, "0.1"),
        (1e16, "1e+16"),
        (.number(.leastNonzeroMagnitude), "5e-324"),
        (.number(.nan), "null"),
        (.number(-.infinity), "null"),
        ("", "\"\""),
        (
            "\"\\/\u{8}\u{c}\n\r\t\u{0}\u{1f}\u{7f}é😀\u{2028}",
            "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\u{7f}é😀\u{2028}\""
        ),
        ([], "[]"),
        ([1, [:], [[]]], "[1,{},[[]]]"),
        (["b": 1, "a": ["x": .null]], #"{"b":1,"a":{"x":null}}"#),
    ]

    @Test(arguments: texts)
    func writesCompactly(value: JSONValue, text: String) {
        #expect(JSONWriter().text(value) == text)
    }

    @Test func writesReadableLayouts() {
        let value: JSONValue = ["version": 1, "list": [1, "two", [], [:]], "limits": ["max": 3]]
        #expect(
            JSONWriter(.pretty).text(value) == """
                {
                  "version": 1,
                  "list": [
                    1,
                    "two",
                    [],
                    {}
                  ],
                  "limits": {
                    "max": 3
                  }
                }
                """
        )
        #expect(
            JSONWriter(.oneLine).text(value)
                == #"{ "version": 1, "list": [ 1, "two", [], {} ], "limits": { "max": 3 } }"#
        )
    }

    @Test(arguments: [JSONWriter.Style.compact, .oneLine, .pretty])
    func writtenTextReadsBackUnchanged(style: JSONWriter.Style) throws {
        let value: JSONValue = [
            "numbers": [
                0, -1, .integer(.max), 1.0, 0.1, 1e300, .number(.leastNonzeroMagnitude), 123456789.125, 1e15, 1e17,
            ],
            "strings": ["", "\u{0}\"\\\n", "é😀", "\u{FEFF}"],
            "nested": [[], [:], [["a": [.null, true, false]]]],
        ]
        #expect(try JSONReader().value(from: JSONWriter(style).text(value)) == value)
    }

    @Test func doublesReadBackExactly() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<5_000 {
            let number = Double(bitPattern: generator.next())
            guard number.isFinite else { continue }
            let text = JSONWriter().text(.number(number))
            guard case .number(let back) = try JSONReader().value(from: text) else {
                Issue.record("\(text) does not read back as a number")
                return
            }
            #expect(back.bitPattern == number.bitPattern, "\(text)")
        }
    }

    @Test func writesVeryDeeplyNestedValues() {
        var value: JSONValue = 1
        for _ in 0..<2_000 { value = [value] }
        #expect(JSONWriter().bytes(value).count == 4_001)
    }
}
