import FeatureToggles
import TestSupport

// Toggles whose defaults differ from those of the test toggles.

private func id(_ category: ToggleCategory, _ type: ToggleType, _ key: String) -> UInt64 {
    ToggleIdentifier.make(category: category, type: type, key: key)
}

extension ReleaseToggle {
    static let giftWrapping = ReleaseToggle("gift_wrapping", id: id(.release, .bool, "gift_wrapping"))
}

extension OpsToggle where Value == Bool {
    static let reviews = OpsToggle("reviews", id: id(.ops, .bool, "reviews"), default: true)
}

extension ExperimentToggle where Variant == TestToggles.SearchRanking {
    static let order = ExperimentToggle("order", id: id(.experiment, Variant.toggleType, "order"), default: .hybrid)
}

extension MigrationToggle {
    static let orderStore = MigrationToggle(
        "order_store",
        id: id(.migration, .migrationStages, "order_store"),
        default: .dualwrite
    )
}
