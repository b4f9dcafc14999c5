import FeatureToggles
import FeatureTogglesTesting
import Testing

struct LaunchArgumentsTests {
    @Test func everyKindBecomesAnArgument() {
        let arguments = LaunchArguments(
            .set(.newCheckout, to: true),
            .set(.ranking, to: .neural),
            .set(.pageSize, to: 3),
            .set(.discount, to: 0.5),
            .set(.banner, to: "Summer sale = 50 %"),
            .set(.limits, to: ShopToggles.Limits(items: 1)),
            .set(.order, to: .classic),
            .set(.adminTools, to: false),
            .set(.orderStore, to: .live),
            .preset("qa")
        )
        #expect(
            Array(arguments) == [
                "--toggle", "new_checkout=true", "--toggle", "ranking=neural", "--toggle", "page_size=3",
                "--toggle", "discount=0.5", "--toggle", "banner=Summer sale = 50 %", "--toggle", "limits={\"items\":1}",
                "--toggle", "order=classic", "--toggle", "admin_tools=false", "--toggle", "order_store=live",
                "--toggle-preset", "qa",
            ]
        )
    }

    @Test func argumentsCanBeAppended() {
        var arguments = ["-AppleLanguages", "(de)"]
        arguments += LaunchArguments(.set(.pageSize, to: 3))
        #expect(arguments == ["-AppleLanguages", "(de)", "--toggle", "page_size=3"])
        #expect(LaunchArguments().isEmpty)
    }

    @Test func clientReadsTheArguments() {
        let registry = ToggleRegistry(namespace: "Shop") { toggles in
            toggles.add(ops: .pageSize, description: "", owner: "")
            toggles.add(ops: .banner, description: "", owner: "")
            toggles.add(ops: .limits, description: "", owner: "")
            toggles.add(ops: .discount, description: "", owner: "")
            toggles.add(migration: .orderStore, description: "", owner: "")
        }
        let client = ToggleClient(
            registries: [registry],
            overrides: OverrideSources(
                arguments: Array(
                    LaunchArguments(
                        .set(.pageSize, to: -3),
                        .set(.banner, to: "--toggle x"),
                        .set(.limits, to: ShopToggles.Limits(items: 7)),
                        .set(.discount, to: 1e-3),
                        .set(.orderStore, to: .shadow)
                    )
                )
            )
        )
        #expect(client.value(of: .pageSize) == -3)
        #expect(client.value(of: .banner) == "--toggle x")
        #expect(client.value(of: .limits).items == 7)
        #expect(client.value(of: .discount) == 0.001)
        #expect(client.stage(of: .orderStore) == .shadow)
        #expect(client.problems == [])
    }
}
