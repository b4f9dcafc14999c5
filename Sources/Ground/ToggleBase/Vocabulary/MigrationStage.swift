/// The stage of a move from an old store to a new one.
///
/// A migration goes through the stages in this order, and it is safe to go back one stage.
public enum MigrationStage: String, Sendable, Hashable, CaseIterable {
    // To add a stage, add its case and both directions of its index, and correct each `switch` that the compiler reports.
    // The compiler doesn't report these places:
    //
    // - StoreMigration: the comparisons in `StageChange`
    // - ToggleDocuments: `FlagOperator+Stage`, and the text of `FlagOperator+Kill`
    // - ToggleManifest: `Manifest+Starter`
    // - ToggleLint: the options of `StalledStageRule`, and `SkippedStageRule`
    // - TogglesCLI: the help of `StageCommand`
    // - `Schemas/toggles.schema.json`, and the pages Strategies and StoreMigration
    // - Tests: `StageTable`, `Examples/Storefront/Shop/MigrationStage+Store.swift`

    /// Only the old store is read and written.
    case off
    /// The old store is authoritative; writes go to both.
    case dualwrite
    /// Like `dualwrite`, and reads are compared with the new store.
    case shadow
    /// The new store is authoritative; writes go to both and reads are compared.
    case live
    /// Only the new store is read; writes still go to both.
    case rampdown
    /// Only the new store is read and written.
    case complete

    /// Creates the stage at an index in the order of the stages, or returns `nil` if the index is out of range.
    @inlinable
    public init?(variantIndex: UInt64) {
        switch variantIndex {
        case 0: self = .off
        case 1: self = .dualwrite
        case 2: self = .shadow
        case 3: self = .live
        case 4: self = .rampdown
        case 5: self = .complete
        default: return nil
        }
    }

    /// The stage's index in the order of the stages, from 0.
    @inlinable
    public var variantIndex: UInt64 {
        switch self {
        case .off: 0
        case .dualwrite: 1
        case .shadow: 2
        case .live: 3
        case .rampdown: 4
        case .complete: 5
        }
    }
}
