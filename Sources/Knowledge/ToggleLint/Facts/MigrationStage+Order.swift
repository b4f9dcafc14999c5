import ToggleBase

extension MigrationStage {
    /// The next stage.
    var next: MigrationStage? { MigrationStage(variantIndex: variantIndex + 1) }

    /// The previous stage.
    var previous: MigrationStage? { variantIndex == 0 ? nil : MigrationStage(variantIndex: variantIndex - 1) }

    /// Returns the stages between this one and another, in their order.
    func between(_ other: MigrationStage) -> [MigrationStage] {
        let (low, high) = (min(variantIndex, other.variantIndex), max(variantIndex, other.variantIndex))
        let stages = Self.allCases.filter { $0.variantIndex > low && $0.variantIndex < high }
        return variantIndex < other.variantIndex ? stages : stages.reversed()
    }

    /// Returns whether this stage comes before another one.
    func isBefore(_ other: MigrationStage) -> Bool { variantIndex < other.variantIndex }

    /// Whether reads return data from the old store.
    var readsOld: Bool { variantIndex < MigrationStage.live.variantIndex }

    /// The condition for the next stage.
    var goal: String {
        switch self {
        case .off: "the new store takes writes"
        case .dualwrite: "the backfill is done"
        case .shadow: "both stores agree"
        case .live: "both stores agree while the new one is authoritative"
        case .rampdown: "no released version reads the old store"
        case .complete: "the old code is gone"
        }
    }
}
