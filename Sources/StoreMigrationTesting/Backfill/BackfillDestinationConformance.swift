public import StoreMigration

/// Checks that a store keeps the promises of `BackfillDestination`, for those who write one.
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
/// It commits batches, opens the store again as after a restart, copies with a `Backfill` that is stopped at each
/// of its commits, cancels commits, and lets two writers copy the same user. What happens to a process that is killed in the middle
/// of a commit it cannot show: kill one in a test of your own.
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
    ///   - isForOneUser: Whether the store is that of one user, and looks at no names; then the checks of several are left out.
    ///   - hasTransactions: Whether a batch is stored with its checkpoint or not at all. Without them, as with
    ///     `SeparateCheckpoints`, records may be there ahead of their checkpoint, which does no harm as long as
    ///     storing them again changes nothing.
    ///   - makePlace: Makes a place with nothing in it, such as a folder or a server's table, which no other call gets.
    ///   - open: Opens the store at a place; called again for what was made there, as after a restart and by a second writer. A
    ///     store in memory answers the same one.
    ///   - makeRecord: Makes a record with the number as its identity; records of other text, time, number or user differ.
    ///   - write: Writes a record as the app does in a dual write, whatever is there.
    ///   - records: The records of a user that the app would read, in any order.
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
    /// - Throws: ``ConformanceFailure`` with every promise that was not kept, or what the closures throw.
    /// - Complexity: Some thirty places are made, and some hundred batches committed.
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

    // MARK: What the checks have in common

    func made(_ samples: [SampleRecord]) throws -> [Destination.Record] { try samples.map(makeRecord) }

    /// Whether the store has these records of a user, each once, and no others.
    func has(_ samples: [SampleRecord], of user: String, _ destination: Destination) async throws -> Bool {
        func counts(_ records: [Destination.Record]) -> [Destination.Record: Int] {
            Dictionary(records.map { ($0, 1) }, uniquingKeysWith: +)
        }
        return counts(try await records(user, destination)) == counts(try made(samples))
    }

    /// Whether the store has these records of a user, each once; and no others, where each batch is a transaction.
    func hasCommitted(_ samples: [SampleRecord], of user: String, _ destination: Destination) async throws -> Bool {
        if hasTransactions { return try await has(samples, of: user, destination) }
        let found = try await records(user, destination)
        let wanted = try made(samples)
        return Set(found).count == found.count && Set(found).isSuperset(of: wanted)
    }

    /// A checkpoint as a backfill makes it.
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
