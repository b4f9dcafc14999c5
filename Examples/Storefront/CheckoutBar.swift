import FeatureToggles

/// The last lines of the shop's screen.
struct CheckoutBar {
    let toggles: any FeatureToggle

    func lines(for person: EvaluationContext) -> [String] {
        let offer = CheckoutOffer(toggles: toggles, person: person)
        var lines = ["Checkout: \(offer.checkout.steps)", offer.delivery]
        if offer.hasGiftWrapping { lines.append("☐ Wrap it as a gift") }
        lines.append("[ \(offer.buttonTitle) ]")
        return lines
    }
}
