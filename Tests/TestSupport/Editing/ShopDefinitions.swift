package import FeatureToggles
package import ToggleBase

/// The toggles of a shop, of every category and type, for tests of menus.
package enum ShopDefinitions {
    package static let today = date(2026, 11, 21)

    package static func date(_ year: Int, _ month: Int, _ day: Int) -> CalendarDate {
        CalendarDate(year: year, month: month, day: day) ?? .earliest
    }

    package static func toggle(
        _ key: String,
        _ category: ToggleCategory,
        _ type: ToggleType,
        _ value: JSONValue,
        _ description: String,
        owner: String = "shop",
        expires: CalendarDate? = nil,
        isPermanent: Bool = false
    ) -> ToggleDefinition {
        ToggleDefinition(
            key: key,
            category: category,
            type: type,
            defaultValue: value,
            details: ToggleDetails(
                description: description,
                owner: owner,
                created: date(2026, 10, 1),
                expires: expires,
                isPermanent: isPermanent
            )
        )
    }

    package static let standard: [ToggleDefinition] = [
        toggle(
            "new_checkout",
            .release,
            .bool,
            false,
            "One-page checkout.",
            owner: "payments",
            expires: date(2026, 12, 1)
        ),
        toggle("gift_wrapping", .release, .bool, false, "Offers gift wrapping.", expires: date(2026, 11, 1)),
        toggle(
            "search_ranking",
            .ops,
            .variants(["classic", "popular", "neural"]),
            "classic",
            "Which ranking the search uses."
        ),
        toggle("page_size", .ops, .int, 4, "How many products are listed.", owner: ""),
        toggle("discount", .ops, .double, 0.5, "The share that is taken off."),
        toggle("banner", .ops, .string, "Free returns", "The line above the products."),
        toggle("delivery", .ops, .json, ["days": 3, "countries": ["DE"]], "The terms of delivery.", isPermanent: true),
        toggle(
            "checkout_button",
            .experiment,
            .variants(["control", "treatment"]),
            "control",
            "Whether a verb sells more."
        ),
        toggle("admin_tools", .permission, .bool, false, "Shows stock and margin to staff."),
        toggle("order_store", .migration, .migrationStages, "off", "Orders move to SQLite."),
    ]
}
