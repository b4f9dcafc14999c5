import Testing
import ToggleBase

struct CalendarDateTests {
    @Test(
        arguments: [
            ("0001-01-01", -719_162), ("1582-10-15", -141_427), ("1900-02-28", -25_509), ("1900-03-01", -25_508),
            ("1969-12-31", -1), ("1970-01-01", 0), ("1972-02-29", 789), ("2000-02-29", 11_016),
            ("2000-03-01", 11_017), ("2026-12-15", 20_802), ("9999-12-31", 2_932_896),
        ]
    )
    func knownDatesHaveCorrectDayNumbers(text: String, days: Int) throws {
        let date = try #require(CalendarDate(text))
        #expect(date.daysSince1970 == days)
        #expect(date.description == text)
    }

    @Test func consecutiveDaysHaveConsecutiveNumbers() throws {
        var expected = try #require(CalendarDate(year: 1, month: 1, day: 1)).daysSince1970
        var previous: CalendarDate?
        for year in [1...5, 1899...1905, 1999...2001, 2023...2025, 2099...2101] {
            previous = nil
            for year in year {
                for month in 1...12 {
                    for day in 1...CalendarDate.days(inMonth: month, ofYear: year) {
                        let date = try #require(CalendarDate(year: year, month: month, day: day))
                        if let previous {
                            #expect(date > previous)
                            #expect(date.daysSince1970 == expected + 1)
                        }
                        previous = date
                        expected = date.daysSince1970
                    }
                }
            }
        }
    }

    @Test(arguments: [(1900, 28), (1996, 29), (2000, 29), (2023, 28), (2024, 29), (2100, 28)])
    func leapYearsHave29DaysInFebruary(year: Int, days: Int) {
        #expect(CalendarDate.days(inMonth: 2, ofYear: year) == days)
        #expect((CalendarDate(year: year, month: 2, day: 29) != nil) == (days == 29))
    }

    @Test(
        arguments: [
            "", "2026", "2026-1-1", "2026-00-10", "2026-13-01", "2026-02-29", "2026-04-31", "2026-01-00", "0000-01-01",
            "2026/01/01", "2026-01-01T00:00:00Z", "20260101", "+026-01-01", "２０２６-01", "2026-01-0a", "26-01-2020",
        ]
    )
    func invalidDateTextIsRejected(text: String) {
        #expect(CalendarDate(text) == nil)
    }

    @Test(arguments: [(0, 1, 1), (10_000, 1, 1), (2026, 0, 1), (2026, 13, 1), (2026, 6, 31), (.min, .max, .min)])
    func invalidDatePartsAreRejected(year: Int, month: Int, day: Int) {
        #expect(CalendarDate(year: year, month: month, day: day) == nil)
    }

    @Test func daysAreOrdered() throws {
        let texts = ["2025-12-31", "2026-01-01", "2026-01-02", "2026-02-01", "2027-01-01"]
        let dates = try texts.map { try #require(CalendarDate($0)) }
        #expect(dates.shuffled().sorted() == dates)
    }
}
