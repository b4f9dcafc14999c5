import FeatureToggles
import Foundation

// What the code on the pages uses without declaring it.

let configURL = URL(filePath: "/flags.json")

func showOnePageCheckout() {}

struct Checkout {
    let toggles: any FeatureToggle

    var page: String { toggles.isEnabled(.newCheckout) ? "one page" : "three steps" }
}

struct User {
    let id: String
}

/// The SDK of a service that collects crash reports.
struct CrashReporter {
    func setCustomValue(_ value: String, forKey key: String) {}
}

let crashReporter = CrashReporter()

/// The SDK of a service.
struct VendorSDK {
    struct Listener {
        func remove() {}
    }

    func hasValue(_ key: String) -> Bool { false }

    func string(_ key: String) -> String { "" }

    func onUpdate(_ handler: @escaping @Sendable () -> Void) -> Listener { Listener() }
}

/// The enum of an app that has toggles already.
enum FeatureFlag: String {
    case darkMode
    case newSearch = "new-search"
}
