import TestSupport
import Testing

@testable import FeatureToggles
@testable import StoreMigration

struct MigrationSummaryTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var file: MigrationSummaryFile { MigrationSummaryFile(path: folder.path("toggles.migrations.json")) }

    private static var summary: MigrationSummary {
        var summary = MigrationSummary(since: 1_795_252_500, stage: .shadow)
        (summary.reads, summary.writes, summary.checked, summary.agreed) = (12_431, 310, 12_431, 12_429)
        summary.halfWrites = 1
        summary.stateErrors = 2
        summary.old = .init(operations: 12_741)
        summary.new = .init(operations: 12_741, failures: 2, lastFailure: "StoreError")
        summary.add(.init(time: 1_795_252_512, name: "book", old: "Book (redacted)", new: "nothing"))
        return summary
    }

    @Test(arguments: [
        (0, 0, "nothing was compared yet"), (1, 1, "agreement 100% of 1"),
        (12_431, 12_429, "agreement 99.98% of 12,431"),
        (1_000_000, 999_999, "agreement 99.99% of 1,000,000"), (3, 1, "agreement 33.33% of 3"),
        (1_000, 1, "agreement 0.10% of 1,000"), (10_000, 101, "agreement 1.01% of 10,000"),
        (7, 0, "agreement 0% of 7"),
        (.max, .max - 1, "agreement 99.99% of 9,223,372,036,854,775,807"),
    ])
    func shareIsRoundedDown(checked: Int, agreed: Int, text: String) {
        var summary = MigrationSummary(since: 0)
        (summary.checked, summary.agreed) = (checked, agreed)
        #expect(summary.agreement == text)
    }

    @Test func linesSummarizeMigration() {
        #expect(
            Self.summary.lines == [
                "agreement 99.98% of 12,431, newest difference",
                "  2026-11-21 09:15 UTC, book: old Book (redacted), new nothing",
                "12,431 reads, 310 writes since 2026-11-21, most recently in shadow",
                "the new store failed 2 times in 12,741 operations, most recently with StoreError",
                "1 write in the authoritative store only",
                "2 writes whose dual-write state was not stored",
            ]
        )
    }

    @Test func descriptionContainsIncompleteWrites() {
        var summary = MigrationSummary(since: 0)
        summary.halfWrites = 1
        (summary.invalidWrites, summary.journalErrors, summary.stateErrors) = (2, 3, 4)
        #expect(
            summary.description == """
                nothing was compared yet; 1 write in the authoritative store only; 2 writes with an invalid record; 3 writes \
                missing or incomplete in the journal; 4 writes whose dual-write state was not stored
                """
        )
        summary = MigrationSummary(since: 0)
        summary.invalidWrites = 1
        summary.add(.init(time: 1_795_252_512, record: "b7", type: "book", problem: "The field ‘title’ is missing."))
        #expect(
            summary.description == """
                nothing was compared yet; 1 write with an invalid record, the newest; 2026-11-21 09:15 UTC, book b7: The field \
                ‘title’ is missing.
                """
        )
    }

    @Test(
        arguments: [
            (0, "1970-01-01"), (68_169_600, "1972-02-29"), (951_782_400, "2000-02-29"), (1_709_164_800, "2024-02-29"),
            (1_798_675_200, "2026-12-31"), (253_402_300_799, "9999-12-31"),
        ] as [(Int64, String)]
    )
    func daysMatchTheCalendar(seconds: Int64, day: String) {
        let difference = MigrationSummary.Difference(time: seconds, old: "a", new: "b")
        #expect(difference.description.hasPrefix("\(day) "))
    }

    @Test func fileRoundTripsSummaries() throws {
        try file.add(Self.summary, of: "book_store")
        try file.add(MigrationSummary(since: 5), of: "note_store")
        #expect(file.read() == ["book_store": Self.summary, "note_store": MigrationSummary(since: 5)])
        try file.add(Self.summary, of: "book_store")
        let both = file.read()["book_store"]
        #expect(both?.checked == 24_862 && both?.new.failures == 4 && both?.differences.count == 2)
    }

    /// If `Int` has 32 bits, a time in milliseconds is parsed as a floating-point number.
    @Test(
        arguments: [
            (.integer(7), 7), (.number(1_795_252_500_123), 1_795_252_500_123), (.number(-3), -3), (.number(1.5), nil),
            (.number(1e300), nil), (.number(.nan), nil), ("7", nil), (.null, nil),
        ] as [(JSONValue, Int64?)]
    )
    func wholeNumbersAreRecognizedInAnyForm(json: JSONValue, number: Int64?) {
        #expect(json.whole == number)
        if let number { #expect(JSONValue(whole: number).whole == number) }
    }

    @Test(arguments: [
        "", "[", "null", "7", "[]", "{}", #"{"version": 2, "migrations": {"book_store": {"reads": 1}}}"#,
        #"{"version": 1, "migrations": []}"#, #"{"version": 1, "migrations": {"book_store": 7}}"#,
        SampleText(String(repeating: "[", count: 100_000)),
    ])
    func malformedFileIsIgnored(sample: SampleText) throws {
        try folder.write(sample.text, to: "toggles.migrations.json")
        #expect(file.read().isEmpty)
        try file.add(Self.summary, of: "book_store")
        #expect(file.read() == ["book_store": Self.summary])
    }

    @Test func unusableFileIsSetAside() throws {
        try folder.write("[", to: "toggles.migrations.json")
        try file.add(Self.summary, of: "book_store")
        #expect(try folder.names().contains { $0.hasPrefix("toggles.migrations.json.corrupt-") })
    }

    @Test func hostileContentIsHarmless() throws {
        let long = String(repeating: "x", count: 100_000)
        try folder.write(
            """
            {"version": 1, "migrations": {"book_store": {
              "since": -9223372036854775808, "stage": "sideways", "reads": -5, "writes": 1e300,
              "checked": 10, "agreed": 9223372036854775807, "half_writes": [], "old": 7,
              "new": {"operations": 9223372036854775807, "failures": 1, "last_failure": "\\u001b[2J\\u202e\\n"},
              "differences": [7, {"time": 9223372036854775807, "old": "\\u001b]0;x\\u0007", "new": "\(long)"},
                {"old": "a", "new": "b"}, {"old": "a", "new": "b"}, {"old": "a", "new": "b"}]
            }}}
            """,
            to: "toggles.migrations.json"
        )
        var summary = try #require(file.read()["book_store"])
        #expect(summary.reads == 0 && summary.writes == 0 && summary.agreed == 10 && summary.stage == .off)
        #expect(summary.differences.count == 2, "one of the first three is invalid")
        for line in summary.lines {
            #expect(line.count < 600)
            #expect(!line.unicodeScalars.contains { $0.value < 32 || $0.value == 0x202E })
        }
        // Sums that overflow stay at the maximum.
        summary.add(summary)
        #expect(summary.new.operations == .max && summary.checked == 20)
    }

    @Test func fileSizeIsBounded() throws {
        let members = (0..<5_000).map { #""m\#($0)": {"reads": 1}"# }.joined(separator: ",")
        try folder.write(#"{"version": 1, "migrations": {\#(members)}}"#, to: "toggles.migrations.json")
        #expect(file.read().count == MigrationSummaryFile.maximumCount)
        try file.add(Self.summary, of: "book_store")
        #expect(file.read().count == MigrationSummaryFile.maximumCount)
        #expect(file.read()["book_store"] == Self.summary)
    }
}
