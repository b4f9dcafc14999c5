import FeatureToggles
import FeatureTogglesUI
import SwiftUI

/// The shop: products, the checkout, and what its operators can do.
struct ShopView: View {
    @Toggled(.banner) private var banner
    @Environment(\.toggles) private var toggles
    @Environment(\.customer) private var customer
    @State private var isMenuShown = false

    var body: some View {
        NavigationStack {
            List {
                if !banner.isEmpty {
                    Text(verbatim: banner).font(.headline)
                }
                Section("Products") {
                    ForEach(Search(toggles: toggles).results(for: customer), id: \.name) { product in
                        ProductRow(product: product)
                    }
                }
                CheckoutSection()
                OperatorSection()
            }
            .navigationTitle("Storefront")
            #if DEBUG || INTERNAL
            .toolbar {
                ToolbarItem(placement: .primaryAction) {
                    Button("Feature toggles") { isMenuShown = true }
                }
            }
            #endif
            // Does nothing in a build without overrides.
            .toggleMenu(isPresented: $isMenuShown)
        }
    }
}

#if DEBUG
struct ShopView_Previews: PreviewProvider {
    static var previews: some View {
        ShopView()
            .previewDisplayName("Defaults")
        ShopView()
            .previewToggles(.set(.giftWrapping, to: true), .set(.searchRanking, to: .neural), .set(.discount, to: 0.2))
            .previewDisplayName("Gift wrapping, neural ranking, discount")
        List { CheckoutSection() }
            .previewCombinations(of: .each(.giftWrapping), .each(.checkoutButton))
            .previewDisplayName("Checkouts")
    }
}
#endif
