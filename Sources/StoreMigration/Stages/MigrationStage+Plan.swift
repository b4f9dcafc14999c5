public import FeatureToggles

/// What is done in a stage of a migration.
///
/// | stage | reads | writes, in this order | authoritative |
/// |---|---|---|---|
/// | `off` | old | old | old |
/// | `dualwrite` | old | old, new | old |
/// | `shadow` | old and new, compared | old, new | old |
/// | `live` | new and old, compared | new, old | new |
/// | `rampdown` | new | new, old | new |
/// | `complete` | new | new | new |
extension MigrationStage {
    /// The store whose answers count: reads return what it has, and a write that it refuses has failed.
    public var authority: MigrationOrigin {
        switch self {
        case .off, .dualwrite, .shadow: .old
        case .live, .rampdown, .complete: .new
        }
    }

    /// Whether reads ask both stores and compare.
    public var readsBoth: Bool {
        switch self {
        case .shadow, .live: true
        case .off, .dualwrite, .rampdown, .complete: false
        }
    }

    /// Whether writes go to both stores, the authoritative one first.
    public var writesBoth: Bool {
        switch self {
        case .dualwrite, .shadow, .live, .rampdown: true
        case .off, .complete: false
        }
    }
}
