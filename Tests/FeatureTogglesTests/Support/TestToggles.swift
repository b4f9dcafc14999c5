import FeatureToggles
import FeatureTogglesRemote
import ToggleBase

/// Toggles of every kind, like those that the generator writes.
enum TestToggles: ToggleNamespace {
    static let registry = ToggleRegistry(namespace: "TestToggles") { toggles in
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

    enum SearchRanking: String, ToggleVariant {
        case classic, neural, hybrid

        init?(variantIndex: UInt64) {
            switch variantIndex {
            case 0: self = .classic
            case 1: self = .neural
            case 2: self = .hybrid
            default: return nil
            }
        }

        var variantIndex: UInt64 {
            switch self {
            case .classic: 0
            case .neural: 1
            case .hybrid: 2
            }
        }
    }

    enum CheckoutButton: String, ToggleVariant {
        case control, treatment

        init?(variantIndex: UInt64) {
            switch variantIndex {
            case 0: self = .control
            case 1: self = .treatment
            default: return nil
            }
        }

        var variantIndex: UInt64 { self == .control ? 0 : 1 }
    }

    struct Limits: ToggleModel {
        var items: Int
        var note: String
    }
}

private func id(_ category: ToggleCategory, _ type: ToggleType, _ key: String) -> UInt64 {
    ToggleIdentifier.make(category: category, type: type, key: key)
}

extension ReleaseToggle {
    static let newCheckout = ReleaseToggle("new_checkout", id: id(.release, .bool, "new_checkout"))
}

extension OpsToggle where Value == Bool {
    static let fastSearch = OpsToggle("fast_search", id: id(.ops, .bool, "fast_search"), default: false)
    static let unregistered = OpsToggle("unregistered", id: id(.ops, .bool, "unregistered"), default: true)
}

extension OpsToggle where Value == TestToggles.SearchRanking {
    static let searchRanking = OpsToggle(
        "search_ranking",
        id: id(.ops, TestToggles.SearchRanking.toggleType, "search_ranking"),
        default: .classic
    )
}

extension OpsToggle where Value == Int {
    static let pageSize = OpsToggle("page_size", id: id(.ops, .int, "page_size"), default: 20)
}

extension OpsToggle where Value == Double {
    static let discount = OpsToggle("discount", id: id(.ops, .double, "discount"), default: 0.5)
}

extension OpsToggle where Value == String {
    static let banner = OpsToggle("banner", id: id(.ops, .string, "banner"), default: "Welcome")
}

extension OpsToggle where Value == TestToggles.Limits {
    static let limits = OpsToggle(
        "limits",
        id: id(.ops, .json, "limits"),
        default: TestToggles.Limits(items: 10, note: "none")
    )
}

extension OpsToggle where Value == JSONValue {
    static let extras = OpsToggle("extras", id: id(.ops, .json, "extras"), default: ["a": 1])
}

extension ExperimentToggle where Variant == TestToggles.CheckoutButton {
    static let checkoutButton = ExperimentToggle(
        "checkout_button",
        id: id(.experiment, TestToggles.CheckoutButton.toggleType, "checkout_button"),
        default: .control
    )
}

extension PermissionToggle {
    static let adminTools = PermissionToggle("admin_tools", id: id(.permission, .bool, "admin_tools"))
}

extension MigrationToggle {
    static let bookStore = MigrationToggle(
        "book_store",
        id: id(.migration, .migrationStages, "book_store"),
        default: .off
    )
}

/// Creates a client for the test toggles.
func makeClient(
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
let somebody = EvaluationContext(targetingKey: "somebody")
