import Testing
import ToggleBase

@Suite struct StringBytesTests {
    @Test(arguments: [
        ("document.corrupt-1", ".corrupt-", 8), ("aaab", "aab", 1), ("abab", "abab", 0), ("ab", "abc", nil),
        ("", "a", nil), ("", "", 0), ("abc", "", 0), ("größe", "ß", 4), ("e\u{301}", "é", nil), ("é", "e", nil),
        ("x‘key’", "‘key’", 1), ("ababac", "abac", 2),
    ])
    func textIsSearchedByteByByte(_ text: String, _ wanted: String, _ offset: Int?) {
        let place = text.range(ofBytes: wanted)
        #expect(place.map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) } == offset)
        #expect(place.map { String(text[$0]) == wanted } ?? true)
        #expect(text.contains(bytesOf: wanted) == (offset != nil))
    }

    @Test(
        arguments: [
            ([0x61], "a"), ([], ""), ([0xC3, 0xA9], "é"), ([0x65, 0xCC, 0x81], "e\u{301}"),
            ([0xEF, 0xBF, 0xBD], "\u{FFFD}"),
            ([0xF0, 0x9F, 0x98, 0x80], "😀"), ([0xC3], nil), ([0xC0, 0x80], nil), ([0xED, 0xA0, 0x80], nil),
            ([0xFF], nil),
            ([0x61, 0xE2, 0x82], nil), ([0xF4, 0x90, 0x80, 0x80], nil),
        ] as [([UInt8], String?)]
    )
    func onlyWellFormedBytesAreDecoded(_ bytes: [UInt8], _ expected: String?) {
        #expect(String(wellFormed: bytes) == expected)
        #expect(String(wellFormed: bytes).map { Array($0.utf8) } ?? bytes == bytes)
    }

    @Test func substringIsSearchedWithinItsBounds() {
        let text = "a, b, c"
        let rest = text.dropFirst(3)
        #expect(rest.range(ofBytes: ", ").map { String(rest[$0.upperBound...]) } == "c")
        #expect(rest.prefix(1).contains(bytesOf: ",") == false)
    }
}
