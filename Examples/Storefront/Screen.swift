import FeatureToggles

/// The whole shop as text, a function of the toggles and the customer.
struct Screen {
    let toggles: any FeatureToggle
    let person: EvaluationContext

    var lines: [String] {
        // One snapshot per frame keeps the frame consistent when a toggle changes.
        let toggles = toggles.snapshot()
        let banner = toggles.value(of: .banner)
        let products = Search(toggles: toggles).results(for: person)
        var lines = ["Storefront — everything for outside"]
        if !banner.isEmpty { lines.append("« \(banner) »") }
        lines.append("")
        lines += Shelf(toggles: toggles).lines(products, for: person)
        lines.append("")
        lines += CheckoutBar(toggles: toggles).lines(for: person)
        lines.append("")
        lines.append(
            "Orders: \(toggles.stage(of: .orderStore).store)   Wish lists: \(toggles.stage(of: .wishListStore).store)"
        )
        lines.append("")
        lines += Audience(toggles: toggles).lines
        return lines
    }
}
