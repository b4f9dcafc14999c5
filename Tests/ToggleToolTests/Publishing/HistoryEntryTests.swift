import Testing
import ToggleBase
import ToggleTool

@Suite struct HistoryEntryTests {
    @Test(arguments: [Array("{\"flags\": {}}\n".utf8), [0xFF, 0, 1], [0xEF, 0xBB, 0xBF, 0x7B, 0x7D], []])
    func entryComesBackByteForByte(document: [UInt8]) throws {
        let entry = HistoryEntry(
            revision: 7,
            previous: 6,
            seconds: 1_800_000_000,
            author: "Ada <ada@example.com>",
            reason: "a “reason”\nwith a line break",
            command: "kill reviews",
            commit: "abc",
            lines: ["~ reviews: for all", "    on → off"],
            difference: [["flag": "reviews"]],
            replaces: [1, 2],
            document: document
        )
        #expect(HistoryEntry(entry.bytes) == entry)
        #expect(entry.time == "2027-01-15T08:00:00Z")
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"revision": 0}"#, #"{"revision": 1, "author": "a", "time": "x", "document": ""}"#,
    ])
    func otherFilesAreNotEntries(text: String) {
        #expect(HistoryEntry(Array(text.utf8)) == nil)
    }

    @Test(arguments: [
        ("2027-01-15", 1_800_057_599), ("2027-01-15T08:00:00Z", 1_800_000_000), ("2027-01-15T08:00", 1_800_000_000),
    ])
    func timesAreRead(text: String, seconds: Int64) {
        #expect(HistoryEntry.seconds(text) == seconds)
    }

    @Test(arguments: [
        "", "T", "2027-13-01", "2027-01-15T", "2027-01-15T24:00", "2027-01-15T08:00:00+01:00", "2027-01-15T8:00",
    ])
    func otherTextsAreNotTimes(text: String) { #expect(HistoryEntry.seconds(text) == nil) }

    @Test(arguments: [
        (#"{"flags": {}}"#, #"{"flags": {}, "metadata": { "revision": 7 }}"#),
        (#"{"details": []}"#, #"{"details": [], "metadata": { "revision": 7 }}"#),
        (#"{"metadata": {}, "flags": {}}"#, nil),
        (#"{"flags": {}, "metadata": {"bucketing": "v2", "revision": 3}}"#, nil),
        ("{\n  \"flags\": {\n  }\n}\n", "{\n  \"flags\": {\n  },\n  \"metadata\": { \"revision\": 7 }\n}\n"),
    ])
    func revisionIsWrittenIntoDocument(text: String, expected: String?) {
        let stamped = PublishedDocument.stamped(Array(text.utf8), 7)
        if let expected { #expect(String(decoding: stamped, as: UTF8.self) == expected) }
        let document = PublishedDocument(stamped)
        #expect(document.revision == 7)
        #expect(!document.isSigned)
        #expect(document.hasContent(Array(text.utf8)))
    }

    @Test(arguments: ["", "x", "[]", #"{"details": {}}"#, #"{"flags": 1}"#])
    func otherTextsStayAsTheyAre(text: String) {
        #expect(PublishedDocument.stamped(Array(text.utf8), 7) == Array(text.utf8))
    }
}
