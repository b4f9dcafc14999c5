import FeatureToggles

/// The lines with the products.
struct Shelf {
    let toggles: any FeatureToggle

    func lines(_ products: [Product], for person: EvaluationContext) -> [String] {
        products.map { product in
            var line = padded(product.name, to: 20) + padded(price(of: product, for: person), to: 24)
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

    private func price(of product: Product, for person: EvaluationContext) -> String {
        let discount = min(max(toggles.value(of: .discount), 0), 1)
        let reduced = Int((Double(product.price) * (1 - discount)).rounded())
        guard reduced < product.price else { return euros(product.price) }
        return switch toggles.variant(of: .priceDisplay, for: person) {
        case .plain: euros(reduced)
        case .rounded: euros((reduced + 50) / 100 * 100)
        case .struckThrough: "\(euros(reduced)) (was \(euros(product.price)))"
        }
    }

    private func euros(_ cents: Int) -> String {
        let rest = cents % 100
        return "\(cents / 100).\(rest < 10 ? "0" : "")\(rest) €"
    }

    private func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}
