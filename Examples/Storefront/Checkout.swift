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

/// The last lines of the shop's screen.
struct CheckoutBar {
    let toggles: any FeatureToggle

    func lines(for person: EvaluationContext) -> [String] {
        let checkout: any Checkout = toggles.select(
            .newCheckout,
            on: { OnePageCheckout() },
            off: { ThreeStepCheckout() }
        )
        let delivery = toggles.value(of: .delivery)
        var lines = [
            "Checkout: \(checkout.steps)",
            "Delivery to \(delivery.countries.joined(separator: ", ")) in \(delivery.days) days, "
                + "free from \(delivery.freeFrom) €",
        ]
        if toggles.isEnabled(.giftWrapping) {
            lines.append("☐ Wrap it as a gift")
        }
        switch toggles.variant(of: .checkoutButton, for: person) {
        case .control: lines.append("[ Checkout ]")
        case .treatment: lines.append("[ Get it tomorrow ]")
        }
        return lines
    }
}
