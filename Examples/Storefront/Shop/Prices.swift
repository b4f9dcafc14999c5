import FeatureToggles

/// Prices with the current discount, in the form that an experiment selects.
struct Prices {
    let toggles: any FeatureToggle

    func text(of product: Product, for person: EvaluationContext) -> String {
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
}
