import Testing
import ToggleBase
import ToggleLint

struct ToggleLifeTests {
    private func commit(_ subject: String, hour: Int) throws -> ProjectHistory.Commit {
        let day = try #require(CalendarDate("2026-03-01"))
        return ProjectHistory.Commit(
            identifier: subject,
            day: day,
            seconds: day.daysSince1970 * 86_400 + hour * 3_600,
            author: "Ada",
            subject: subject
        )
    }

    @Test func eventsOfOneDayKeepTheirOrder() throws {
        let history = ProjectHistory(
            toggles: [
                .init(toggle: "search", kind: .born(.ops, expires: nil), commit: try commit("one", hour: 8)),
                .init(toggle: "search", kind: .owner(from: "a", to: "b"), commit: try commit("three", hour: 12)),
            ],
            parameters: [
                .init(
                    parameter: "search",
                    kind: .added,
                    valueForAllUsers: nil,
                    commit: try commit("two", hour: 10)
                ),
                .init(
                    parameter: "search",
                    kind: .removed,
                    valueForAllUsers: nil,
                    commit: try commit("four", hour: 14)
                ),
            ]
        )
        let life = ToggleLife(of: "search", toggle: nil, in: history)
        #expect(life.events.map(\.commit.subject) == ["one", "two", "three", "four"])
    }
}
