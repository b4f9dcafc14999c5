import FeatureToggles
import Testing

@Suite struct StringBytesTests {
    @Test(arguments: [
        ("document.corrupt-1", ".corrupt-", 8), ("aaab", "aab", 1), ("abab", "abab", 0), ("ab", "abc", nil),
        ("", "a", nil), ("", "", 0), ("abc", "", 0), ("größe", "ß", 4), ("e\u{301}", "é", nil), ("é", "e", nil),
        ("x‘key’", "‘key’", 1), ("ababac", "abac", 2),
    ])
    func textIsFoundByteByByte(_ text: String, _ wanted: String, _ offset: Int?) {
        let place = text.range(ofBytes: wanted)
        #expect(place.map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) } == offset)
        #expect(place.map { String(text[$0]) == wanted } ?? true)
        #expect(text.contains(bytesOf: wanted) == (offset != nil))
    }

    @Test func aPartIsSearchedWithinItsBounds() {
        let text = "a, b, c"
        let rest = text.dropFirst(3)
        #expect(rest.range(ofBytes: ", ").map { String(rest[$0.upperBound...]) } == "c")
        #expect(rest.prefix(1).contains(bytesOf: ",") == false)
    }
}
