public import StoreMigration

/// Checks that a store meets the requirements of `BackfillDestination`, for implementers of the protocol.
///
/// ```swift
/// @Test func conforms() async throws {
///     try await BackfillDestinationConformance(
///         makePlace: { try TemporaryFolder() },
///         open: { try NewBooks(path: $0.path) },
///         makeRecord: { Book(id: $0.number, owner: $0.user, modified: $0.modified, title: $0.text) },
///         write: { book, _, store in try await store.save(book) },
///         records: { user, store in try await store.books(of: user) }
///     ).check()
/// }
/// ```
///
/// The suite commits batches, opens the store again as after a restart, runs a `Backfill` that is
/// stopped at each of its commits, cancels commits, and lets two writers copy the same user. It can't check a process
/// that is killed in the middle of a commit; kill one in your own test.
public struct BackfillDestinationConformance<Place: Sendable, Destination: BackfillDestination>: Sendable
where Destination.Record: Hashable {
    let users: [String]
    let hasTransactions: Bool
    let makePlace: @Sendable () async throws -> Place
    let open: @Sendable (Place) async throws -> Destination
    let makeRecord: @Sendable (SampleRecord) throws -> Destination.Record
    let write: @Sendable (Destination.Record, _ user: String, Destination) async throws -> Void
    let records: @Sendable (_ user: String, Destination) async throws -> [Destination.Record]

    /// Describes the store.
    ///
    /// - Parameters:
    ///   - isForOneUser: Whether the store is for a single user and ignores user names. The checks with several users
    ///     are then skipped.
    ///   - hasTransactions: Whether a batch is stored with its checkpoint or not at all. Without transactions, as with
    ///     `SeparateCheckpoints`, records may be stored before their checkpoint, which is harmless if
    ///     storing them again changes nothing.
    ///   - makePlace: A closure that creates an empty place, such as a folder or a table on a server, which no other
    ///     call returns.
    ///   - open: A closure that opens the store at a place. It is called again for the same place, as after a restart
    ///     and for a second writer. A store in memory returns the same instance.
    ///   - makeRecord: A closure that creates a record with the sample's number as its identity. Records with different
    ///     texts, times, numbers, or users must differ.
    ///   - write: A closure that writes a record like the app does in a dual write, regardless of existing ones.
    ///   - records: A closure that returns the records of a user that the app would read, in any order.
    public init(
        isForOneUser: Bool = false,
        hasTransactions: Bool = true,
        makePlace: @escaping @Sendable () async throws -> Place,
        open: @escaping @Sendable (Place) async throws -> Destination,
        makeRecord: @escaping @Sendable (SampleRecord) throws -> Destination.Record,
        write: @escaping @Sendable (Destination.Record, _ user: String, Destination) async throws -> Void,
        records: @escaping @Sendable (_ user: String, Destination) async throws -> [Destination.Record]
    ) {
        users = isForOneUser ? ["ada"] : ["ada", "grace"]
        self.hasTransactions = hasTransactions
        self.makePlace = makePlace
        self.open = open
        self.makeRecord = makeRecord
        self.write = write
        self.records = records
    }

    /// Runs every check.
    ///
    /// - Throws: ``ConformanceError`` with every violation, or any error that the closures throw.
    /// - Complexity: Creates about thirty places, and commits some hundred batches.
    public func check() async throws {
        var promises = Promises()
        try await promises.run(checkCommits)
        try await promises.run(checkConflicts)
        try await promises.run(checkThatNewerRecordsStay)
        if users.count > 1 { try await promises.run(checkUsers) }
        try await promises.run(checkMarks)
        try await promises.run(checkStops)
        try await promises.run(checkCancellation)
        try await promises.run(checkTwoWriters)
        try promises.end()
    }

    // MARK: Helpers

    func made(_ samples: [SampleRecord]) throws -> [Destination.Record] { try samples.map(makeRecord) }

    /// Returns whether the store contains exactly these records of a user, without duplicates.
    func has(_ samples: [SampleRecord], of user: String, _ destination: Destination) async throws -> Bool {
        func counts(_ records: [Destination.Record]) -> [Destination.Record: Int] {
            Dictionary(records.map { ($0, 1) }, uniquingKeysWith: +)
        }
        return counts(try await records(user, destination)) == counts(try made(samples))
    }

    /// Returns whether the store contains these records of a user, without duplicates; with transactions, it contains
    /// no others.
    func hasCommitted(_ samples: [SampleRecord], of user: String, _ destination: Destination) async throws -> Bool {
        if hasTransactions { return try await has(samples, of: user, destination) }
        let found = try await records(user, destination)
        let wanted = try made(samples)
        return Set(found).count == found.count && Set(found).isSuperset(of: wanted)
    }

    /// Creates a checkpoint like a backfill does.
    func checkpoint(_ cursor: String, copied: Int) throws -> BackfillCheckpoint {
        var checkpoint = try BackfillCheckpoint(
            text: #"{"version":1,"copied":\#(copied),"copies_before":1700000000000}"#
        )
        checkpoint.cursor = cursor
        return checkpoint
    }

    func batch(
        _ samples: [SampleRecord],
        of user: String,
        from previous: BackfillCheckpoint?,
        to checkpoint: BackfillCheckpoint
    ) throws -> BackfillBatch<Destination.Record> {
        BackfillBatch(user: user, records: try made(samples), previous: previous, checkpoint: checkpoint)
    }
}
