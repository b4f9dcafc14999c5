import FeatureToggles

/// A way to pay, chosen once from two implementations.
protocol Checkout: Sendable {
    var steps: String { get }
}

struct ThreeStepCheckout: Checkout {
    let steps = "1 address › 2 payment › 3 confirm"
}

/// Unfinished: not in a RELEASE build.
struct OnePageCheckout: Checkout {
    let steps = "everything on one page"
}

/// What the shop offers a customer at the checkout.
struct CheckoutOffer {
    /// The way to pay.
    let checkout: any Checkout
    /// The terms of delivery, as a sentence.
    let delivery: String
    let hasGiftWrapping: Bool
    let buttonTitle: String

    init(toggles: any FeatureToggle, person: EvaluationContext) {
        checkout = toggles.select(
            .newCheckout,
            on: { OnePageCheckout() },
            off: { ThreeStepCheckout() }
        )
        let terms = toggles.value(of: .delivery)
        delivery =
            "Delivery to \(terms.countries.joined(separator: ", ")) in \(terms.days) days, free from \(terms.freeFrom) €"
        hasGiftWrapping = toggles.isEnabled(.giftWrapping)
        buttonTitle =
            switch toggles.variant(of: .checkoutButton, for: person) {
            case .control: "Checkout"
            case .treatment: "Get it tomorrow"
            }
    }
}
