import FeatureToggles

/// Toggles of every category, like those that the generator writes.
enum ShopToggles: ToggleNamespace {
    static let registry = ToggleRegistry(namespace: "ShopToggles") { toggles in
        toggles.add(release: .newCheckout, description: "One-page checkout.", owner: "payments")
        toggles.add(ops: .pageSize, description: "Results per page.", owner: "search")
        toggles.add(ops: .fastSearch, description: "Search from memory.", owner: "search")
        toggles.add(ops: .banner, description: "The text of the banner.", owner: "growth")
        toggles.add(experiment: .button, description: "The color of the button.", owner: "growth")
        toggles.add(permission: .adminTools, description: "Admin tools.", owner: "platform")
        toggles.add(migration: .bookStore, description: "SQLite to files.", owner: "data")
    }

    enum Button: String, ToggleVariant {
        case control, treatment

        init?(variantIndex: UInt64) {
            guard variantIndex < 2 else { return nil }
            self = variantIndex == 0 ? .control : .treatment
        }

        var variantIndex: UInt64 { self == .control ? 0 : 1 }
    }
}

private func id(_ category: ToggleCategory, _ type: ToggleType, _ key: String) -> UInt64 {
    ToggleIdentifier.make(category: category, type: type, key: key)
}

extension ReleaseToggle {
    static let newCheckout = ReleaseToggle("new_checkout", id: id(.release, .bool, "new_checkout"))
}

extension OpsToggle where Value == Int {
    static let pageSize = OpsToggle("page_size", id: id(.ops, .int, "page_size"), default: 20)
}

extension OpsToggle where Value == Bool {
    static let fastSearch = OpsToggle("fast_search", id: id(.ops, .bool, "fast_search"), default: false)
}

extension OpsToggle where Value == String {
    static let banner = OpsToggle("banner", id: id(.ops, .string, "banner"), default: "Welcome")
}

extension ExperimentToggle where Variant == ShopToggles.Button {
    static let button = ExperimentToggle(
        "button",
        id: id(.experiment, ShopToggles.Button.toggleType, "button"),
        default: .control
    )
}

extension PermissionToggle {
    static let adminTools = PermissionToggle("admin_tools", id: id(.permission, .bool, "admin_tools"))
}

extension MigrationToggle {
    static let bookStore = MigrationToggle(
        "book_store",
        id: id(.migration, MigrationStage.toggleType, "book_store"),
        default: .off
    )
}
