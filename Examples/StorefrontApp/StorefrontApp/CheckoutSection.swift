import FeatureToggles
import FeatureTogglesUI
import SwiftUI

/// The way to pay, and where orders are stored.
struct CheckoutSection: View {
    @Toggled(.orderStore) private var orders
    @Toggled(.wishListStore) private var wishLists
    @Environment(\.toggles) private var toggles
    @Environment(\.customer) private var customer
    @State private var isGift = false

    var body: some View {
        let offer = CheckoutOffer(toggles: toggles, person: customer)
        Section("Checkout") {
            Text(verbatim: offer.checkout.steps)
            Text(verbatim: offer.delivery)
            if offer.hasGiftWrapping { Toggle("Wrap it as a gift", isOn: $isGift) }
            Button(offer.buttonTitle) {}.buttonStyle(.borderedProminent)
        }
        Section("Stores") {
            LabeledContent("Orders", value: orders.store)
            LabeledContent("Wish lists", value: wishLists.store)
        }
    }
}
