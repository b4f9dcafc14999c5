import FeatureToggles
import FeatureTogglesTesting
import Testing

@testable import Shop

@Test func newCheckoutHasOnePage() {
    let shop = Shop(toggles: FixedToggles(.set(.newCheckout, to: true)))
    #expect(shop.checkout(for: "ada") == "one-page checkout")
}

@Test func oldCheckoutHasThreeSteps() {
    let shop = Shop(toggles: FixedToggles.allOff)
    #expect(shop.checkout(for: "ada") == "three-step checkout")
}
