/// The stage of a move from an old store to a new one.
///
/// Stages are passed in this order, and stepping back one stage is safe.
public enum MigrationStage: String, Sendable, Hashable, CaseIterable {
    /// Only the old store is read and written.
    case off
    /// The old store is authoritative; writes go to both.
    case dualwrite
    /// As `dualwrite`, and reads are compared with the new store.
    case shadow
    /// The new store is authoritative; writes go to both and reads are compared.
    case live
    /// Only the new store is read; writes still go to both.
    case rampdown
    /// Only the new store is read and written.
    case complete

    /// Creates the stage with an index in the order of the stages.
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
