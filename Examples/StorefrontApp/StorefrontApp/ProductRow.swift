import FeatureToggles
import FeatureTogglesUI
import SwiftUI

/// A product with its price, and what the customer may know about it.
struct ProductRow: View {
    let product: Product
    @Toggled(.reviews) private var hasReviews
    @Toggled(.adminTools, for: \.customer) private var hasAdminTools
    @Environment(\.toggles) private var toggles
    @Environment(\.customer) private var customer

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            Text(verbatim: product.name).font(.headline)
            Text(verbatim: Prices(toggles: toggles).text(of: product, for: customer))
            if hasReviews {
                Text(verbatim: String(repeating: "★", count: product.stars))
                    .foregroundStyle(.orange)
                    .accessibilityLabel(Text("\(product.stars) of 5 stars"))
            }
            if product.isComing { Text("Coming soon").foregroundStyle(.secondary) }
            if hasAdminTools { Text("Stock \(product.stock)").font(.caption).foregroundStyle(.secondary) }
        }
        .accessibilityElement(children: .combine)
    }
}
