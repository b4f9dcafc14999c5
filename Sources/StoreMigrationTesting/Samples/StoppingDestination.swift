import DurableFiles
import StoreMigration

/// Passes commits on, counts what was stored, and ends at one of them as if the process were killed.
final class StoppingDestination<Destination: BackfillDestination>: BackfillDestination {
    /// What the process is killed with.
    struct Stop: Error {}

    /// When to stop.
    struct Moment: Sendable, Hashable {
        /// At the commit of this number, from 0.
        let commit: Int
        /// Behind storing, or before.
        let isStored: Bool
    }

    private let destination: Destination
    private let moment: Moment?
    private let counts = Mutex((commits: 0, records: 0))

    init(_ destination: Destination, stop moment: Moment? = nil) {
        self.destination = destination
        self.moment = moment
    }

    /// How many commits were asked for.
    var commits: Int { counts.withLock(\.commits) }
    /// How many records were in the commits that stored something.
    var records: Int { counts.withLock(\.records) }

    func checkpoint(of user: String) async throws -> BackfillCheckpoint? {
        try await destination.checkpoint(of: user)
    }

    func commit(_ batch: BackfillBatch<Destination.Record>) async throws {
        let number = counts.withLock { counts in
            counts.commits += 1
            return counts.commits - 1
        }
        if moment == Moment(commit: number, isStored: false) { throw Stop() }
        try await destination.commit(batch)
        counts.withLock { $0.records += batch.records.count }
        if moment == Moment(commit: number, isStored: true) { throw Stop() }
    }
}
