import FeatureToggles
import ToggleBase

extension MigrationToggle {
    static let bookStore = bookStore(default: .off)

    /// Returns the toggle with a default stage.
    static func bookStore(default stage: MigrationStage) -> MigrationToggle {
        MigrationToggle(
            "book_store",
            id: ToggleIdentifier.make(category: .migration, type: .migrationStages, key: "book_store"),
            default: stage
        )
    }
}

extension OpsToggle where Value == Int {
    static let bookChecks = OpsToggle(
        "book_checks",
        id: ToggleIdentifier.make(category: .ops, type: .int, key: "book_checks"),
        default: 0
    )
}

/// The error that test stores throw.
struct StoreError: Error, Equatable {
    var text = "the store is closed"
}
