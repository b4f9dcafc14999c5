import FeatureToggles
import TestSupport
import Testing

struct CombinationsTests {
    @Test func countIsProductOfValues() {
        #expect(ToggleCombinations().count == 1)
        #expect(ToggleCombinations(of: .each(.newCheckout)).count == 2)
        #expect(ToggleCombinations(of: .each(.newCheckout), .each(.searchRanking)).count == 6)
        #expect(ToggleCombinations(of: .each(.adminTools), .each(.order), .each(.orderStore)).count == 36)
        #expect(ToggleCombinations(of: .each(.pageSize, of: [1, 2, 3, 4])).count == 4)
        #expect(ToggleCombinations(of: .each(.pageSize, of: []), .each(.reviews)).isEmpty)
    }

    @Test func lastToggleChangesFastest() {
        #expect(
            ToggleCombinations(of: .each(.newCheckout), .each(.searchRanking)).map(\.description) == [
                "new_checkout = false, search_ranking = classic", "new_checkout = false, search_ranking = neural",
                "new_checkout = false, search_ranking = hybrid", "new_checkout = true, search_ranking = classic",
                "new_checkout = true, search_ranking = neural", "new_checkout = true, search_ranking = hybrid",
            ]
        )
        #expect(ToggleCombinations().map(\.description) == ["defaults"])
    }

    @Test func togglesHaveValuesOfCombination() {
        let values = ToggleCombinations(of: .each(.reviews), .each(.orderStore), .each(.pageSize, of: [1, 2])).map {
            "\($0.toggles.isEnabled(.reviews)) \($0.toggles.stage(of: .orderStore)) \($0.toggles.value(of: .pageSize))"
        }
        #expect(values.count == 24)
        #expect(Set(values).count == 24)
        #expect(values.first == "false off 1")
        #expect(values.last == "true complete 2")
    }

    @Test func hugeNumberOfCombinationsTakesNoMemory() {
        let sizes = ToggleAxis.each(.pageSize, of: Array(0..<100_000))
        let many = ToggleCombinations(of: sizes, sizes, sizes)
        #expect(many.count == 1_000_000_000_000_000)
        #expect(many[many.count - 1].toggles.value(of: .pageSize) == 99_999)
        #expect(many[1].description == "page_size = 0, page_size = 0, page_size = 1")
        #expect(ToggleCombinations(of: sizes, sizes, sizes, sizes).count == .max)
    }

    /// Each combination is a separate argument of this test.
    @Test(arguments: ToggleCombinations(of: .each(.newCheckout), .each(.adminTools)))
    func combinationsCanBeTestArguments(combination: ToggleCombination) {
        let toggles = combination.toggles
        let isNew = toggles.isEnabled(.newCheckout)
        let isAdmin = toggles.isEnabled(.adminTools, for: anyUser)
        #expect(combination.description == "new_checkout = \(isNew), admin_tools = \(isAdmin)")
    }
}
