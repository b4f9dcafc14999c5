import FeatureToggles
import FeatureTogglesHTTP
import FeatureTogglesRemote
import Foundation

// What the code on any page uses without declaring it.

let client = ToggleClient(registries: [AppToggles.registry])

let toggles: any FeatureToggle = client

let source = HTTPRemoteSource(url: URL(filePath: "/flags.json"))

let path = "/"

let token = "secret"

let user = User(id: "ada")

struct User {
    let id: String
    var email = ""
    var context: EvaluationContext { EvaluationContext(targetingKey: id) }
}

struct Checkout {
    let toggles: any FeatureToggle

    var page: String { toggles.isEnabled(.newCheckout) ? "one page" : "three steps" }
    var steps: Int { 0 }
    var total: Int { 0 }
    func start() {}
}

struct Cart {
    let toggles: any FeatureToggle

    var total: Int { 0 }
}

func showOnePageCheckout() {}

func showOnePage() {}

func showThreeSteps() {}

func log(_ text: String) {}

/// The SDK of a service that counts events.
struct Analytics {
    func log(_ event: String, _ toggle: String, _ variant: String) async {}
}

let analytics = Analytics()

/// The SDK of a service that collects errors.
struct Monitoring {
    func report(_ error: String) {}
}

let monitoring = Monitoring()
