import TestSupport
import Testing
import ToggleBase

@testable import FeatureTogglesUsage

struct UsageLedgerTests {
    private static let layout = UsageLayout([
        (key: "a", category: ToggleCategory.ops, type: ToggleType.bool), (key: "b", category: .ops, type: .bool),
    ])
    private static let noon: Int64 = 20_000 * 86_400 + 43_200
    private static let day: Int64 = 86_400

    private func date(_ seconds: Int64) throws -> CalendarDate { try #require(CalendarDate(secondsSince1970: seconds)) }

    private func add(
        _ ledger: inout UsageLedger,
        _ read: [Bool],
        at now: Int64,
        version: String = "1.0",
        delay: Int64 = 3_600
    ) throws {
        let cells = read.map { UsageCell(isRead: $0) }
        ledger.add(cells, Self.layout, appVersion: version, day: try date(now), now: now, delay: delay)
    }

    private func cells(_ page: UsageLedger.Page?) -> [Bool]? {
        page.flatMap { Self.layout.decode($0.cells) }?.map(\.isRead)
    }

    @Test func readsOfProcessesAreOneMessageOnTheNextDay() throws {
        var ledger = UsageLedger()
        try add(&ledger, [true, false], at: Self.noon)
        try add(&ledger, [false, true], at: Self.noon + 60)
        #expect(ledger.take(now: Self.noon + 7_200) == nil)
        try add(&ledger, [false, false], at: Self.noon + Self.day)
        #expect(ledger.take(now: Self.noon + Self.day) == nil)
        // After the random delay, and only once.
        let page = ledger.take(now: Self.noon + Self.day + 3_600)
        #expect(cells(page) == [true, true])
        #expect(page?.day == (try date(Self.noon)))
        #expect(ledger.take(now: Self.noon + Self.day + 3_600) == nil)
    }

    @Test func atMostOneMessageIsSentOnADay() throws {
        var ledger = UsageLedger()
        try add(&ledger, [true, false], at: Self.noon, delay: 0)
        try add(&ledger, [true, true], at: Self.noon + Self.day, delay: 0)
        #expect(ledger.take(now: Self.noon + Self.day) != nil)
        // An update of the app finishes another page on the same day.
        try add(&ledger, [true, true], at: Self.noon + Self.day + 60, version: "1.1", delay: 0)
        #expect(ledger.take(now: Self.noon + Self.day + 120) == nil)
        #expect(ledger.take(now: Self.noon + 2 * Self.day)?.appVersion == "1.0")
    }

    @Test func newerPageReplacesOneThatWasNotSent() throws {
        var ledger = UsageLedger()
        for number in 0..<5 { try add(&ledger, [true, number > 2], at: Self.noon + Int64(number) * Self.day) }
        let page = ledger.take(now: Self.noon + 4 * Self.day)
        #expect(page?.day == (try date(Self.noon + 3 * Self.day)))
        #expect(cells(page) == [true, true])
        #expect(ledger.take(now: Self.noon + 4 * Self.day) == nil)
    }

    @Test func clockThatWasAheadBlocksNothing() throws {
        var ledger = UsageLedger()
        let future = Self.noon + 400 * Self.day
        try add(&ledger, [true, false], at: future - Self.day, delay: 0)
        try add(&ledger, [true, false], at: future, delay: 0)
        #expect(ledger.take(now: future) != nil)
        try add(&ledger, [false, true], at: Self.noon, delay: 0)
        #expect(ledger.take(now: Self.noon) == nil)
        try add(&ledger, [false, false], at: Self.noon + Self.day, delay: 0)
        let page = ledger.take(now: Self.noon + Self.day)
        #expect(page?.day == (try date(Self.noon)))
    }

    @Test func dueTimeInTheFutureIsMovedBack() throws {
        var ledger = UsageLedger()
        let future = Self.noon + 400 * Self.day
        try add(&ledger, [true, false], at: future - Self.day)
        try add(&ledger, [true, false], at: future)
        #expect(ledger.take(now: Self.noon) == nil)
        #expect(ledger.take(now: Self.noon + UsageLedger.maximumDelay) != nil)
    }

    @Test func ledgerSurvivesRestart() throws {
        var ledger = UsageLedger()
        try add(&ledger, [true, false], at: Self.noon)
        try add(&ledger, [false, true], at: Self.noon + Self.day)
        var other = UsageLedger(ledger.bytes)
        #expect(other == ledger)
        #expect(other.take(now: Self.noon + 2 * Self.day) == ledger.take(now: Self.noon + 2 * Self.day))
        #expect(UsageLedger(other.bytes) == ledger)
    }

    @Test(arguments: ["", "[]", "{\"page\": {\"day\": 1}}", "{\"sent\": \"yesterday\", \"due\": 7}"])
    func damagedLedgerIsEmpty(text: String) {
        #expect(UsageLedger(Array(text.utf8)) == UsageLedger())
    }
}
