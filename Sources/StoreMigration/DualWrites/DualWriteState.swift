/// Since when each store has every write of a user.
///
/// A user's dual writes begin when that user's app first writes in such a stage, which is not when the stage was released.
/// The store that takes part since then misses what is older; a ``Backfill`` copies that.
///
/// | what happens | old | new |
/// |---|---|---|
/// | nothing yet, or only writes to the old store | from the beginning | misses some |
/// | the first dual write, at 12:00 | from the beginning | 12:00 |
/// | a dual write that fails in the new store | from the beginning | misses some |
/// | the next dual write, at 12:07 | from the beginning | 12:07 |
/// | a write in `complete` | misses some | 12:07 |
///
/// A user of whom nothing was kept until a write in `live`, `rampdown` or `complete` may have the app anew: nobody knows what the
/// old store has then, so it counts as one that misses some, and has every write since that first one.
public struct DualWriteState: Sendable, Hashable, Codable {
    /// Since when the old store has every write; `nil` while it misses some.
    public var old: MigrationTime?
    /// Since when the new store has every write; `nil` while it misses some.
    public var new: MigrationTime?

    /// Creates a state.
    public init(old: MigrationTime?, new: MigrationTime?) {
        self.old = old
        self.new = new
    }

    /// What holds for a user of whom nothing was kept: everything is in the old store alone, as far as that one counts.
    public static let initial = DualWriteState(old: .beginning, new: nil)

    /// Since when a store has every write; `nil` while it misses some.
    public subscript(origin: MigrationOrigin) -> MigrationTime? {
        get { origin == .old ? old : new }
        set { if origin == .old { old = newValue } else { new = newValue } }
    }
}
