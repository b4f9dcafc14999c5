/// The store that a backfill copies to.
///
/// It keeps the checkpoints of users beside the records, and commits both together; so whatever kills the process, each record
/// is copied once. A store without transactions takes ``SeparateCheckpoints``.
///
/// The product `StoreMigrationTesting` has a suite that checks a destination of yours, `BackfillDestinationConformance`.
public protocol BackfillDestination<Record>: Sendable {
    /// What is copied.
    associatedtype Record: Sendable

    /// The checkpoint that was committed last; `nil` when there is none.
    func checkpoint(of user: String) async throws -> BackfillCheckpoint?

    /// Stores records and keeps the checkpoint, in one transaction.
    ///
    /// - A record that is there already, written at the same time or later, stays as it is: it comes from a dual write, and the
    ///   copied one is older. An older one is replaced.
    /// - When the checkpoint that is there is not ``BackfillBatch/previous``, nothing is stored and ``BackfillError/conflict`` is
    ///   thrown: another process copies the same user.
    /// - It returns when both are durable.
    ///
    /// - Parameter batch: The records and the checkpoint.
    /// - Throws: Anything; nothing is stored then, or everything. The copy stops, and goes on behind the checkpoint that is
    ///   there when it is run again.
    func commit(_ batch: BackfillBatch<Record>) async throws
}
