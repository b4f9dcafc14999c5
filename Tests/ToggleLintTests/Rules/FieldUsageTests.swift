import Testing
import ToggleBase

@testable import ToggleLint

/// Counts with messages from devices whose clock is wrong, and with impossible numbers.
struct FieldUsageTests {
    private func day(_ text: String) throws -> CalendarDate { try #require(CalendarDate(text)) }

    private func page(_ text: String, read: Int) throws -> FieldUsage.Page {
        FieldUsage.Page(
            day: try day(text),
            appVersion: "2.4",
            installations: 40,
            toggles: ["menu": FieldUsage.Toggle(read: FieldUsage.Count(read), changed: .exactly(0))]
        )
    }

    private func usage(_ pages: [FieldUsage.Page], today: String? = nil) throws -> FieldUsage {
        let bytes = JSONWriter(.pretty).bytes(FieldUsage(pages: pages).json)
        return try FieldUsage(bytes, today: try today.map(day))
    }

    @Test func daysInTheFutureAreIgnored() throws {
        let pages = [try page("2026-10-31", read: 40), try page("2038-01-19", read: 0)]
        let usage = try usage(pages, today: "2026-11-01")
        #expect(usage.pages == [pages[0]])
        #expect(usage.textsOfLastDay == ["menu": "40 of 40 installations read it on 2026-10-31"])
        // Without a valid clock, all days are read.
        #expect(try self.usage(pages).pages == pages)
    }

    @Test func daysLongAgoProveNoPeriod() throws {
        let last = try page("2026-10-31", read: 0)
        for (first, isComplete) in [
            ("1970-01-01", false), ("2026-10-03", false), ("2026-10-02", true), ("2026-09-20", true),
        ] {
            let usage = try usage([page(first, read: 0), last])
            #expect(ToggleFieldUsage("menu", usage, days: 30).isComplete == isComplete, "\(first)")
        }
    }

    @Test(arguments: [Int.max, -1]) func impossibleNumbersAreInvalid(number: Int) throws {
        let text = """
            {"version": 1, "minimum": 20, "pages": [{"day": "2026-10-31", "appVersion": "2.4", "installations": \(number), \
            "toggles": {"menu": {"read": 0, "changed": 0, "variants": {}}}}]}
            """
        #expect(throws: LifecycleError.self) { try FieldUsage(Array(text.utf8), today: nil) }
    }
}
