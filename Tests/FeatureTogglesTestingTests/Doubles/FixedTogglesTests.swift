import FeatureToggles
import TestSupport
import Testing

struct FixedTogglesTests {
    @Test func everyKindReturnsItsSetting() {
        let toggles: any FeatureToggle = FixedToggles(
            .set(.newCheckout, to: true),
            .set(.reviews, to: false),
            .set(.searchRanking, to: .neural),
            .set(.pageSize, to: 3),
            .set(.discount, to: 0.5),
            .set(.banner, to: "Sale"),
            .set(.limits, to: TestToggles.Limits(items: 1, note: "")),
            .set(.order, to: .classic),
            .set(.adminTools, to: true),
            .set(.orderStore, to: .live)
        )
        #expect(toggles.isEnabled(.newCheckout))
        #expect(!toggles.isEnabled(.reviews))
        #expect(toggles.value(of: .searchRanking) == .neural)
        #expect(toggles.value(of: .pageSize) == 3)
        #expect(toggles.value(of: .discount) == 0.5)
        #expect(toggles.value(of: .banner) == "Sale")
        #expect(toggles.value(of: .limits).items == 1)
        #expect(toggles.variant(of: .order, for: anyUser) == .classic)
        #expect(toggles.isEnabled(.adminTools, for: anyUser))
        #expect(toggles.stage(of: .orderStore) == .live)
        #expect(
            toggles.evaluation(of: .searchRanking)
                == Evaluation(value: .neural, reason: .static, source: .localDefaults)
        )
    }

    @Test func otherTogglesHaveTheirDefaults() {
        let toggles = FixedToggles(.set(.newCheckout, to: true))
        #expect(!toggles.isEnabled(.giftWrapping))
        #expect(toggles.isEnabled(.reviews))
        #expect(toggles.value(of: .searchRanking) == .classic)
        #expect(toggles.value(of: .limits).items == 10)
        #expect(toggles.variant(of: .order, for: anyUser) == .hybrid)
        #expect(toggles.stage(of: .orderStore) == .dualwrite)
        #expect(toggles.evaluation(of: .pageSize) == Evaluation(value: 20, reason: .default, source: .default))
    }

    @Test(arguments: [false, true])
    func allOffAndAllOnAffectOnlyBooleans(isOn: Bool) {
        let toggles = isOn ? FixedToggles.allOn : FixedToggles.allOff
        #expect(toggles.isEnabled(.newCheckout) == isOn)
        #expect(toggles.isEnabled(.reviews) == isOn)
        #expect(toggles.isEnabled(.adminTools, for: anyUser) == isOn)
        #expect(toggles.evaluation(of: .reviews).value == isOn)
        #expect(toggles.value(of: .searchRanking) == .classic)
        #expect(toggles.value(of: .pageSize) == 20)
        #expect(toggles.value(of: .banner) == "Welcome")
        #expect(toggles.stage(of: .orderStore) == .dualwrite)
    }

    @Test func lastSettingOverridesBase() {
        let toggles = FixedToggles(
            .set(.reviews, to: true),
            .set(.pageSize, to: 1),
            .set(.pageSize, to: 2),
            others: .off
        )
        #expect(toggles.isEnabled(.reviews))
        #expect(!toggles.isEnabled(.newCheckout))
        #expect(toggles.value(of: .pageSize) == 2)
    }

    @Test func updatesYieldOnceAndEnd() async {
        var values: [Int] = []
        for await value in FixedToggles(.set(.pageSize, to: 3)).updates(of: .pageSize) { values.append(value) }
        #expect(values == [3])
    }

    @Test func settingIsDescribedByKeyAndValue() {
        #expect(ToggleSetting.set(.newCheckout, to: true).description == "new_checkout = true")
        #expect(ToggleSetting.set(.searchRanking, to: .neural).description == "search_ranking = neural")
        #expect(ToggleSetting.set(.pageSize, to: 3).description == "page_size = 3")
        #expect(ToggleSetting.set(.discount, to: 0.5).description == "discount = 0.5")
        #expect(
            ToggleSetting.set(.limits, to: TestToggles.Limits(items: 3, note: "")).description
                == "limits = {\"items\":3,\"note\":\"\"}"
        )
        #expect(ToggleSetting.set(.orderStore, to: .off).description == "order_store = off")
    }
}
