/// When each store began to receive every write of a user.
///
/// A user's dual writes begin when that user's app first writes in a stage with dual writes, not when the stage is
/// released. A store that receives writes from then on lacks the older ones; a ``Backfill`` copies them.
///
/// | event | old | new |
/// |---|---|---|
/// | nothing yet, or only writes to the old store | from the beginning | incomplete |
/// | the first dual write, at 12:00 | from the beginning | 12:00 |
/// | a dual write that fails in the new store | from the beginning | incomplete |
/// | the next dual write, at 12:07 | from the beginning | 12:07 |
/// | a write in `complete` | incomplete | 12:07 |
///
/// A user without a recorded state who first writes in `live`, `rampdown`, or `complete` may have reinstalled the app.
/// The content of the old store is then unknown, so it counts as incomplete, and receives every write from that first
/// one on.
public struct DualWriteState: Sendable, Hashable, Codable {
    /// When the old store began to receive every write; `nil` while it is incomplete.
    public var old: MigrationTime?
    /// When the new store began to receive every write; `nil` while it is incomplete.
    public var new: MigrationTime?
    /// The reverted starts, oldest first, each with the earliest time of the writes that the store missed afterward.
    ///
    /// A ``Backfill`` that has copied for one of these starts copies only records written since the missed writes. If
    /// its start isn't listed, it copies everything, so losing the list costs time but no records.
    public var omissions: [Omission]

    /// Writes that a store missed after a start.
    public struct Omission: Sendable, Hashable, Codable {
        /// The store that missed the writes.
        public let origin: MigrationOrigin
        /// The start that the missed writes reverted.
        public let start: MigrationTime
        /// The earliest clock reading during those writes, even if the clock was set in the meantime.
        public internal(set) var since: MigrationTime

        /// Creates an omission.
        public init(origin: MigrationOrigin, start: MigrationTime, since: MigrationTime) {
            self.origin = origin
            self.start = start
            self.since = since
        }
    }

    /// The maximum number of omissions to keep for each store; a copy for an older start includes everything.
    static let keptOmissions = 8

    /// Creates a state.
    public init(old: MigrationTime?, new: MigrationTime?, omissions: [Omission] = []) {
        self.old = old
        self.new = new
        self.omissions = omissions
    }

    /// Decodes a state; without stored omissions, the list is empty.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        old = try container.decodeIfPresent(MigrationTime.self, forKey: .old)
        new = try container.decodeIfPresent(MigrationTime.self, forKey: .new)
        omissions = try container.decodeIfPresent([Omission].self, forKey: .omissions) ?? []
    }

    /// The state of a user without a recorded one: only the old store is complete, as long as it is authoritative.
    public static let initial = DualWriteState(old: .beginning, new: nil)

    /// When a store began to receive every write; `nil` while it is incomplete.
    public subscript(origin: MigrationOrigin) -> MigrationTime? {
        get { origin == .old ? old : new }
        set { if origin == .old { old = newValue } else { new = newValue } }
    }

    /// Whether nothing is recorded, so that only the old store is assumed to be complete, as long as it is
    /// authoritative.
    var isUnknown: Bool { old == .beginning && new == nil }

    /// Reverts a store's start, because it missed writes.
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

    /// Sets a store's start to a time that it never had before, regardless of the clock.
    mutating func begin(_ origin: MigrationOrigin, at now: MigrationTime) {
        let last = omissions.last { $0.origin == origin }?.start
        // One millisecond later than all writes to one store, because the clock's resolution is a millisecond.
        self[origin] = max(now, last ?? now).next
    }

    /// Returns the earliest time of the writes that a store missed since a start, or `nil` if it is unknown.
    func earliestOmission(of origin: MigrationOrigin, after start: MigrationTime) -> MigrationTime? {
        let own = omissions.filter { $0.origin == origin }
        guard let first = own.firstIndex(where: { $0.start == start }) else { return nil }
        return own[first...].map(\.since).min()
    }
}
