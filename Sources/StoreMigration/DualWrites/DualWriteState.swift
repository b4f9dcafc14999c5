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
    /// The starts that were taken back, oldest first, and how far back the writes go that a store missed since.
    ///
    /// A ``Backfill`` that copied for one of these starts copies only what was written since then. It looks at everything
    /// where its start isn't listed, so losing the list costs time and no records.
    public var omissions: [Omission]

    /// Writes that a store missed after a start.
    public struct Omission: Sendable, Hashable, Codable {
        /// The store that missed them.
        public let origin: MigrationOrigin
        /// The start that they ended.
        public let start: MigrationTime
        /// The earliest reading of the clock during those writes, whichever way the clock was set meanwhile.
        public internal(set) var since: MigrationTime

        /// Creates an omission.
        public init(origin: MigrationOrigin, start: MigrationTime, since: MigrationTime) {
            self.origin = origin
            self.start = start
            self.since = since
        }
    }

    /// How many omissions of one store are kept; a copy for an older start is made of everything.
    static let keptOmissions = 8

    /// Creates a state.
    public init(old: MigrationTime?, new: MigrationTime?, omissions: [Omission] = []) {
        self.old = old
        self.new = new
        self.omissions = omissions
    }

    /// Reads a state; one that was kept without omissions has none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        old = try container.decodeIfPresent(MigrationTime.self, forKey: .old)
        new = try container.decodeIfPresent(MigrationTime.self, forKey: .new)
        omissions = try container.decodeIfPresent([Omission].self, forKey: .omissions) ?? []
    }

    /// What holds for a user of whom nothing was kept: everything is in the old store alone, as far as that one counts.
    public static let initial = DualWriteState(old: .beginning, new: nil)

    /// Since when a store has every write; `nil` while it misses some.
    public subscript(origin: MigrationOrigin) -> MigrationTime? {
        get { origin == .old ? old : new }
        set { if origin == .old { old = newValue } else { new = newValue } }
    }

    /// Whether nothing is known but that the old store has everything, as far as that one counts.
    var isUnknown: Bool { old == .beginning && new == nil }

    /// Takes back a store's start, since it misses writes.
    mutating func miss(_ origin: MigrationOrigin, since: MigrationTime) {
        if let start = self[origin] {
            self[origin] = nil
            omissions.append(Omission(origin: origin, start: start, since: since))
            if omissions.count(where: { $0.origin == origin }) > Self.keptOmissions,
                let oldest = omissions.firstIndex(where: { $0.origin == origin })
            {
                omissions.remove(at: oldest)
            }
        } else if let last = omissions.lastIndex(where: { $0.origin == origin }) {
            omissions[last].since = min(omissions[last].since, since)
        }
    }

    /// Gives a store a start that it never had before, whatever the clock shows.
    mutating func begin(_ origin: MigrationOrigin, at now: MigrationTime) {
        let last = omissions.last { $0.origin == origin }?.start
        // Later than all that was written to one store, by a clock of milliseconds.
        self[origin] = max(now, last ?? now).next
    }

    /// The earliest time of the writes that a store missed since a start; `nil` where that isn't known.
    func earliestOmission(of origin: MigrationOrigin, after start: MigrationTime) -> MigrationTime? {
        let own = omissions.filter { $0.origin == origin }
        guard let first = own.firstIndex(where: { $0.start == start }) else { return nil }
        return own[first...].map(\.since).min()
    }
}
