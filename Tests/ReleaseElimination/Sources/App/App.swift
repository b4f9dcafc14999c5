import Feature
import FeatureToggles
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
}
