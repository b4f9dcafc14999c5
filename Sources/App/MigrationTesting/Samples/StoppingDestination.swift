import StoreMigration
import ToggleBase

/// Forward commits, counts them and their records, and stops at one of them as if the process were killed.
final class StoppingDestination<Destination: BackfillDestination>: BackfillDestination {
    /// The moment at which to stop.
    struct Moment: Sendable, Hashable {
        /// The number of the commit, from 0.
        let commit: Int
        /// Whether to stop after storing, or before.
        let isStored: Bool
    }

    private let destination: Destination
    private let moment: Moment?
    private let counts = Mutex((commits: 0, records: 0, isStopped: false))

    init(_ destination: Destination, stop moment: Moment? = nil) {
        self.destination = destination
        self.moment = moment
    }

    /// The number of requested commits.
    var commits: Int { counts.withLock(\.commits) }
    /// The number of records in the commits that were stored.
    var records: Int { counts.withLock(\.records) }
    /// Whether the moment came, and the commit threw an error.
    var isStopped: Bool { counts.withLock(\.isStopped) }

    func checkpoint(of user: String) async throws -> BackfillCheckpoint? {
        try await destination.checkpoint(of: user)
    }

    func commit(_ batch: BackfillBatch<Destination.Record>) async throws {
        let number = counts.withLock { counts in
            counts.commits += 1
            return counts.commits - 1
        }
        if moment == Moment(commit: number, isStored: false) { throw stop() }
        try await destination.commit(batch)
        counts.withLock { $0.records += batch.records.count }
        if moment == Moment(commit: number, isStored: true) { throw stop() }
    }

    private func stop() -> any Error {
        counts.withLock { $0.isStopped = true }
        return CancellationError()
    }
}
