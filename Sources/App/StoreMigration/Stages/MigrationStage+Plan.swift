public import ToggleBase

/// The reads and writes in a stage of a migration.
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
    /// The authoritative store: reads return its value or error, and a write fails if it fails in this store.
    public var authority: MigrationOrigin {
        switch self {
        case .off, .dualwrite, .shadow: .old
        case .live, .rampdown, .complete: .new
        }
    }

    /// Whether reads query both stores and compare the values.
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
