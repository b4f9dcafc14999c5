import Feature
import FeatureToggles
import FeatureTogglesUI
import Keys

@main
struct App {
    static func main() async {
        let client = ToggleClient(registries: [EliminationToggles.registry])
        let feature = Feature(toggles: client)
        feature.ifBranch()
        feature.guardStatement()
        print(feature.ternary())
        feature.selection().pay()
        await feature.asynchronousSelection().pay()
        feature.escapingClosure()?()
        await feature.asynchronous()
        feature.onlyCalledFromTheBranch()
        feature.control()
        inTheApp(toggles: client)
        generic(client)
        asInAView(client)
        Screen(toggles: client).body.draw()
    }

    static func inTheApp(toggles: any FeatureToggle) {
        if toggles.isEnabled(.unfinishedCheckoutOfTheYear) {
            print("SECRET_IN_THE_APPS_OWN_MODULE")
        }
    }

    static func generic<Toggles: FeatureToggle>(_ toggles: Toggles) {
        if toggles.isEnabled(.unfinishedCheckoutOfTheYear) {
            print("SECRET_IN_A_GENERIC_FUNCTION")
        }
    }

    /// Reads the toggle as the property wrapper for views does, which doesn't exist on every system.
    static func asInAView(_ toggles: any FeatureToggle) {
        if ReleaseToggle.unfinishedCheckoutOfTheYear.value(from: { toggles }, for: { nil }) {
            print("SECRET_READ_BY_THE_PROPERTY_WRAPPER")
        }
    }
}
