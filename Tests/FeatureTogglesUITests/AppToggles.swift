import FeatureToggles

/// Toggles of every category, like those that the generator writes.
enum AppToggles {
    static let registry = ToggleRegistry(namespace: "AppToggles") { toggles in
        toggles.add(release: .newCheckout, details: ToggleDetails(description: "One-page checkout.", owner: "payments"))
        toggles.add(ops: .newSearch, details: ToggleDetails(description: "The new search.", owner: "search"))
        toggles.add(ops: .searchRanking, details: ToggleDetails(description: "The ranking.", owner: "search"))
        toggles.add(experiment: .checkoutButton, details: ToggleDetails(description: "The button.", owner: "growth"))
        toggles.add(permission: .adminTools, details: ToggleDetails(description: "Admin tools.", owner: "platform"))
        toggles.add(migration: .bookStore, details: ToggleDetails(description: "SQLite to files.", owner: "data"))
    }

    enum SearchRanking: String, ToggleVariant {
        case classic, neural
    }
}

private func id(_ category: ToggleCategory, _ type: ToggleType, _ key: String) -> UInt64 {
    ToggleIdentifier.make(category: category, type: type, key: key)
}

extension ReleaseToggle {
    static let newCheckout = ReleaseToggle("new_checkout", id: id(.release, .bool, "new_checkout"))
}

extension OpsToggle where Value == Bool {
    static let newSearch = OpsToggle("new_search", id: id(.ops, .bool, "new_search"), default: false)
}

extension OpsToggle where Value == AppToggles.SearchRanking {
    static let searchRanking = OpsToggle(
        "search_ranking",
        id: id(.ops, AppToggles.SearchRanking.toggleType, "search_ranking"),
        default: .classic
    )
}

extension ExperimentToggle where Variant == AppToggles.SearchRanking {
    static let checkoutButton = ExperimentToggle(
        "checkout_button",
        id: id(.experiment, AppToggles.SearchRanking.toggleType, "checkout_button"),
        default: .classic
    )
}

extension PermissionToggle {
    static let adminTools = PermissionToggle("admin_tools", id: id(.permission, .bool, "admin_tools"))
}

extension MigrationToggle {
    static let bookStore = MigrationToggle("book_store", id: id(.migration, MigrationStage.toggleType, "book_store"))
}
