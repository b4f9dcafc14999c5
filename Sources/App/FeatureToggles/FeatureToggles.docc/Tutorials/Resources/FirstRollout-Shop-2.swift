import FeatureToggles
import FeatureTogglesRemote

@main
struct Shop {
    let toggles: any FeatureToggle

    func checkout(for customer: String) -> String {
        let context = EvaluationContext(targetingKey: customer)
        return toggles.isEnabled(.newCheckout, for: context) ? "one-page checkout" : "three-step checkout"
    }

    var customersWithOnePage: Int {
        (1...100).count { checkout(for: "customer_\($0)") == "one-page checkout" }
    }

    static func main() async {
        let source = FileRemoteSource(path: "flags.json")
        let client = ToggleClient(registries: [AppToggles.registry], remote: RemoteConfiguration(source))
        let shop = Shop(toggles: client)
        let changes = client.changes()
        var count = shop.customersWithOnePage
        print("\(count) of 100 customers have the one-page checkout")
        for await _ in changes where shop.customersWithOnePage != count {
            count = shop.customersWithOnePage
            print("\(count) of 100 customers have the one-page checkout")
        }
    }
}
