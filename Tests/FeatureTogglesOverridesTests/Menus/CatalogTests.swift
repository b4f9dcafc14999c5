#if OVERRIDES
import FeatureToggles
import Testing

@testable import FeatureTogglesOverrides

/// The data that is derived from the declarations of toggles.
struct CatalogTests {
    private static let toggles = [
        ("banner", "growth", CalendarDate("2026-11-01")), ("page_size", "", CalendarDate("2026-12-05")),
        ("discount", "shop", CalendarDate("2027-06-01")),
    ].map { key, owner, expires in
        ToggleDefinition(
            key: key,
            category: key == "banner" ? .release : .ops,
            type: .bool,
            defaultValue: false,
            details: ToggleDetails(description: "d", owner: owner, expires: expires)
        )
    }

    private static func overview(today: CalendarDate) -> ToggleOverview {
        ToggleOverview(revision: 1, toggles: toggles, context: EvaluationContext(), today: today) { _, _ in
            Explanation.nothing
        }
    }

    private let november: CalendarDate
    private let may: CalendarDate

    init() throws {
        november = try #require(CalendarDate("2026-11-28"))
        may = try #require(CalendarDate("2027-05-20"))
    }

    @Test func togglesAreGroupedAndMeasured() {
        let catalog = Catalog(Self.toggles, modules: ["Über", "Cart", "Cart"], today: november)
        #expect(catalog.members[ToggleCategory.release.position] == [0])
        #expect(catalog.members[ToggleCategory.ops.position] == [1, 2])
        #expect(catalog.staleness == [.expired, [.expiring, .unowned], []])
        #expect(catalog.staleCount == 2)
        #expect(catalog.longestKey == 9)
        #expect(catalog.longestValue == 3)
        #expect(catalog.longestModule == 4)
        #expect(Catalog(Self.toggles, modules: [], today: november).longestModule == 0)
    }

    @Test(
        arguments: [
            ([], 3), ([.variants(["control", "treatment"])], 9), ([.int, .double], 14), ([.string], .max),
            ([.json], .max),
        ] as [([ToggleType], Int)]
    )
    func typesDetermineTheLongestValue(of types: [ToggleType], count: Int) {
        let others = types.map { ToggleDefinition(key: "other", category: .ops, type: $0, defaultValue: .null) }
        #expect(Catalog(Self.toggles + others, modules: [], today: november).longestValue == count)
    }

    @Test func catalogOfAnotherDayIsNotUsed() {
        let catalog = Catalog(Self.toggles, modules: [], today: november)
        let same = InspectedToggles(Self.overview(today: november), pins: [], catalog: catalog)
        #expect(same.catalog.staleCount == 2)
        let later = InspectedToggles(Self.overview(today: may), pins: [], catalog: catalog)
        #expect(later.catalog.staleness == [.expired, [.expired, .unowned], .expiring])
    }
}
#endif
