import FeatureTogglesUI
import ForcedUpdates
import SwiftUI

/// The storefront as an app for iOS and macOS.
@main
struct StorefrontApp: App {
    private let services = ShopServices()

    var body: some Scene {
        WindowGroup {
            ShopView()
                .environment(services.desk)
                // The lock screen replaces the shop, but not the debug menu, which can take back an override that locked
                // the shop.
                .updateGate(services.updates)
                .toggleMenuOnShake()
                .toggles(services.client)
        }
    }
}
