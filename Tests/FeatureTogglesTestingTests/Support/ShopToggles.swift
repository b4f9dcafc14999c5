import FeatureToggles

/// The toggles of an imaginary shop.
enum ShopToggles {
    enum Ranking: String, ToggleVariant {
        case classic, neural, hybrid

        init?(variantIndex: UInt64) {
            guard variantIndex < 3 else { return nil }
            self = Self.allCases[Int(variantIndex)]
        }

        var variantIndex: UInt64 {
            switch self {
            case .classic: 0
            case .neural: 1
            case .hybrid: 2
            }
        }
    }

    struct Limits: ToggleModel {
        var items: Int
    }
}

private func id(_ category: ToggleCategory, _ type: ToggleType, _ key: String) -> UInt64 {
    ToggleIdentifier.make(category: category, type: type, key: key)
}

extension ReleaseToggle {
    static let newCheckout = ReleaseToggle("new_checkout", id: id(.release, .bool, "new_checkout"))
    static let giftWrapping = ReleaseToggle("gift_wrapping", id: id(.release, .bool, "gift_wrapping"))
}

extension OpsToggle where Value == Bool {
    static let reviews = OpsToggle("reviews", id: id(.ops, .bool, "reviews"), default: true)
}

extension OpsToggle where Value == ShopToggles.Ranking {
    static let ranking = OpsToggle("ranking", id: id(.ops, Value.toggleType, "ranking"), default: .classic)
}

extension OpsToggle where Value == Int {
    static let pageSize = OpsToggle("page_size", id: id(.ops, .int, "page_size"), default: 20)
}

extension OpsToggle where Value == Double {
    static let discount = OpsToggle("discount", id: id(.ops, .double, "discount"), default: 0)
}

extension OpsToggle where Value == String {
    static let banner = OpsToggle("banner", id: id(.ops, .string, "banner"), default: "Welcome")
}

extension OpsToggle where Value == ShopToggles.Limits {
    static let limits = OpsToggle("limits", id: id(.ops, .json, "limits"), default: ShopToggles.Limits(items: 10))
}

extension ExperimentToggle where Variant == ShopToggles.Ranking {
    static let order = ExperimentToggle("order", id: id(.experiment, Variant.toggleType, "order"), default: .hybrid)
}

extension PermissionToggle {
    static let adminTools = PermissionToggle("admin_tools", id: id(.permission, .bool, "admin_tools"))
}

extension MigrationToggle {
    static let orderStore = MigrationToggle(
        "order_store",
        id: id(.migration, .migrationStages, "order_store"),
        default: .dualwrite
    )
}

/// The context of an arbitrary user.
let somebody = EvaluationContext(targetingKey: "somebody")
