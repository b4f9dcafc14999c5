package import FeatureToggles

/// Toggles of every category, like those that the generator writes.
package enum ShopToggles {
    package static let registry = ToggleRegistry(namespace: "ShopToggles") { toggles in
        toggles.add(release: .newCheckout, details: ToggleDetails(description: "One-page checkout.", owner: "payments"))
        toggles.add(ops: .pageSize, details: ToggleDetails(description: "Results per page.", owner: "search"))
        toggles.add(ops: .discount, details: ToggleDetails(description: "The discount.", owner: "prices"))
        toggles.add(ops: .fastSearch, details: ToggleDetails(description: "Search from memory.", owner: "search"))
        toggles.add(ops: .banner, details: ToggleDetails(description: "The text of the banner.", owner: "growth"))
        toggles.add(
            experiment: .button,
            details: ToggleDetails(description: "The color of the button.", owner: "growth")
        )
        toggles.add(permission: .adminTools, details: ToggleDetails(description: "Admin tools.", owner: "platform"))
        toggles.add(migration: .bookStore, details: ToggleDetails(description: "SQLite to files.", owner: "data"))
    }

    /// The variants of the experiment.
    package enum Button: String, ToggleVariant {
        case control, treatment

        package init?(variantIndex: UInt64) {
            guard variantIndex < 2 else { return nil }
            self = variantIndex == 0 ? .control : .treatment
        }

        package var variantIndex: UInt64 { self == .control ? 0 : 1 }
    }
}

/// Returns the identifier of a toggle, as generated code contains it.
func id(_ category: ToggleCategory, _ type: ToggleType, _ key: String) -> UInt64 {
    ToggleIdentifier.make(category: category, type: type, key: key)
}

extension ReleaseToggle {
    package static let newCheckout = ReleaseToggle("new_checkout", id: id(.release, .bool, "new_checkout"))
}

extension OpsToggle where Value == Int {
    package static let pageSize = OpsToggle("page_size", id: id(.ops, .int, "page_size"), default: 20)
    /// A toggle that no registry contains.
    package static let undeclared = OpsToggle("undeclared", id: id(.ops, .int, "undeclared"), default: 0)
}

extension OpsToggle where Value == Double {
    package static let discount = OpsToggle("discount", id: id(.ops, .double, "discount"), default: 0.5)
}

extension OpsToggle where Value == Bool {
    package static let fastSearch = OpsToggle("fast_search", id: id(.ops, .bool, "fast_search"), default: false)
}

extension OpsToggle where Value == String {
    package static let banner = OpsToggle("banner", id: id(.ops, .string, "banner"), default: "Welcome")
}

extension ExperimentToggle where Variant == ShopToggles.Button {
    package static let button = ExperimentToggle(
        "button",
        id: id(.experiment, ShopToggles.Button.toggleType, "button"),
        default: .control
    )
}

extension PermissionToggle {
    package static let adminTools = PermissionToggle("admin_tools", id: id(.permission, .bool, "admin_tools"))
}

extension MigrationToggle {
    package static let bookStore = MigrationToggle(
        "book_store",
        id: id(.migration, MigrationStage.toggleType, "book_store"),
        default: .off
    )
}
