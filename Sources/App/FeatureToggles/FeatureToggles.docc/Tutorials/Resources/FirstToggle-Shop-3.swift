import FeatureToggles

@main
struct Shop {
    let toggles: any FeatureToggle

    var checkout: String {
        toggles.isEnabled(.newCheckout) ? "one-page checkout" : "three-step checkout"
    }

    static func main() async {
        let client = ToggleClient(registries: [AppToggles.registry])
        let shop = Shop(toggles: client)
        for await _ in client.updates(of: .newCheckout) {
            print(shop.checkout)
        }
    }
}
