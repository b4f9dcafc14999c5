import FeatureToggles

/// The lines with the products.
struct Shelf {
    let toggles: any FeatureToggle

    func lines(_ products: [Product], for person: EvaluationContext) -> [String] {
        let prices = Prices(toggles: toggles)
        return products.map { product in
            var line = padded(product.name, to: 20) + padded(prices.text(of: product, for: person), to: 24)
            if toggles.isEnabled(.reviews) {
                line +=
                    String(repeating: "★", count: product.stars)
                    + String(repeating: "☆", count: 5 - product.stars)
            }
            if product.isComing { line += "  coming soon" }
            if toggles.isEnabled(.adminTools, for: person) { line += "  stock \(product.stock)" }
            return line
        }
    }

    private func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}
