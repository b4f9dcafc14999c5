import FeatureToggles

/// Lists products in the order that the ops toggle `search_ranking` selects.
struct Search {
    let toggles: any FeatureToggle

    func results(for person: EvaluationContext) -> [Product] {
        let onSale = Product.catalog.filter { product in
            !product.isComing || toggles.isEnabled(.earlyAccess, for: person)
        }
        let ranked =
            switch toggles.value(of: .searchRanking) {
            case .classic: onSale
            case .popular: onSale.sorted { $0.soldThisWeek > $1.soldThisWeek }
            case .neural: onSale.sorted { $0.affinity > $1.affinity }
            }
        return Array(ranked.prefix(max(1, toggles.value(of: .pageSize))))
    }
}
