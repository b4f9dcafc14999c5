import FeatureToggles

@main
struct Shop {
    let toggles: any FeatureToggle

    var checkout: String {
        toggles.isEnabled(.newCheckout) ? "one-page checkout" : "three-step checkout"
    }

    static func main() {
        let client = ToggleClient(registries: [AppToggles.registry])
        print(Shop(toggles: client).checkout)
    }
}
