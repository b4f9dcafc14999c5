import FeatureToggles
import Phrases

@main
struct Greeter {
    static func main() {
        for registry in [AppToggles.registry, PhraseToggles.registry] {
            print("\(registry.namespace): \(registry.toggles.map(\.key).joined(separator: ", "))")
        }
        print(ReleaseToggle.newGreeting.self, OpsToggle.shouting.defaultValue)
    }
}
