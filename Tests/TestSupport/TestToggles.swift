package import FeatureToggles
package import FeatureTogglesRemote
package import ToggleBase

/// Toggles of every kind, like those that the generator writes, some of them those of the shop.
package enum TestToggles {
    package static let registry = ToggleRegistry(namespace: "TestToggles") { toggles in
        toggles.add(
            release: .newCheckout,
            details: ToggleDetails(
                description: "One-page checkout.",
                owner: "payments",
                created: CalendarDate("2026-11-01"),
                expires: CalendarDate("2026-12-15")
            )
        )
        toggles.add(ops: .fastSearch, details: ToggleDetails(description: "Search from memory.", owner: "search"))
        toggles.add(
            ops: .searchRanking,
            remote: "search_ranking_2",
            retired: ["search_ranking"],
            details: ToggleDetails(
                description: "The ranking of search results.",
                owner: "search"
            )
        )
        toggles.add(ops: .pageSize, details: ToggleDetails(description: "Results per page.", owner: "search"))
        toggles.add(
            ops: .discount,
            details: ToggleDetails(description: "The discount, as a fraction of the price.", owner: "prices")
        )
        toggles.add(ops: .banner, details: ToggleDetails(description: "The text of the banner.", owner: "growth"))
        toggles.add(ops: .limits, details: ToggleDetails(description: "Limits of a cart.", owner: "payments"))
        toggles.add(ops: .extras, details: ToggleDetails(description: "Anything.", owner: "payments"))
        toggles.add(
            experiment: .checkoutButton,
            details: ToggleDetails(description: "Color of the button.", owner: "growth")
        )
        toggles.add(permission: .adminTools, details: ToggleDetails(description: "Admin tools.", owner: "platform"))
        toggles.add(migration: .bookStore, details: ToggleDetails(description: "SQLite to files.", owner: "data"))
    }

    package enum SearchRanking: String, ToggleVariant {
        case classic, neural, hybrid

        package init?(variantIndex: UInt64) {
            switch variantIndex {
            case 0: self = .classic
            case 1: self = .neural
            case 2: self = .hybrid
            default: return nil
            }
        }

        package var variantIndex: UInt64 {
            switch self {
            case .classic: 0
            case .neural: 1
            case .hybrid: 2
            }
        }
    }

    package enum CheckoutButton: String, ToggleVariant {
        case control, treatment

        package init?(variantIndex: UInt64) {
            switch variantIndex {
            case 0: self = .control
            case 1: self = .treatment
            default: return nil
            }
        }

        package var variantIndex: UInt64 { self == .control ? 0 : 1 }
    }

    package struct Limits: ToggleModel {
        package var items: Int
        package var note: String

        package init(items: Int, note: String) {
            self.items = items
            self.note = note
        }
    }
}

extension OpsToggle where Value == Bool {
    package static let unregistered = OpsToggle("unregistered", id: id(.ops, .bool, "unregistered"), default: true)
}

extension OpsToggle where Value == TestToggles.SearchRanking {
    package static let searchRanking = OpsToggle(
        "search_ranking",
        id: id(.ops, TestToggles.SearchRanking.toggleType, "search_ranking"),
        default: .classic
    )
}

extension OpsToggle where Value == TestToggles.Limits {
    package static let limits = OpsToggle(
        "limits",
        id: id(.ops, .json, "limits"),
        default: TestToggles.Limits(items: 10, note: "none")
    )
}

extension OpsToggle where Value == JSONValue {
    package static let extras = OpsToggle("extras", id: id(.ops, .json, "extras"), default: ["a": 1])
}

extension ExperimentToggle where Variant == TestToggles.CheckoutButton {
    package static let checkoutButton = ExperimentToggle(
        "checkout_button",
        id: id(.experiment, TestToggles.CheckoutButton.toggleType, "checkout_button"),
        default: .control
    )
}

/// Creates a client for the test toggles.
package func makeClient(
    arguments: [String] = [],
    environment: [String: String] = [:],
    localDefaultsPath: String? = nil,
    remote: (any RemoteSource)? = nil
) -> ToggleClient {
    ToggleClient(
        registries: [TestToggles.registry],
        overrides: OverrideSources(
            arguments: arguments,
            environment: environment,
            localDefaultsPath: localDefaultsPath
        ),
        remote: remote
    )
}

/// The context of an arbitrary user.
package let anyUser = EvaluationContext(targetingKey: "user-1")
