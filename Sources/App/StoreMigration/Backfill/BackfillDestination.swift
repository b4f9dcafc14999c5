/// The store that a backfill copies to.
///
/// It stores the checkpoints of users with the records, and commits both together. So each record is copied once, even
/// if the process is killed. Use ``SeparateCheckpoints`` for a store without transactions.
///
/// The product `MigrationTesting` contains a suite that checks your own destination,
/// `BackfillDestinationConformance`.
public protocol BackfillDestination<Record>: Sendable {
    /// The type of the copied records.
    associatedtype Record: Sendable

    /// Returns the checkpoint that was committed last, or `nil` before the first commit.
    func checkpoint(of user: String) async throws -> BackfillCheckpoint?

    /// Stores records and a checkpoint in one transaction.
    ///
    /// - An existing record that was written at the same time or later stays as it is, because it comes from a dual
    ///   write and the copied one is older. An older one is replaced.
    /// - If the stored checkpoint is not ``BackfillBatch/previous``, store nothing and throw
    ///   ``BackfillError/conflict``, because another process copies the same user.
    /// - Store the records even if the checkpoint is the stored one, because ``Backfill/copyNow(_:of:)`` doesn't change
    ///   it.
    /// - Return when both are durable.
    ///
    /// - Parameter batch: The records and the checkpoint.
    /// - Throws: Any error, after which either nothing or everything is stored. The copy stops; the next run continues
    ///   after the stored checkpoint.
    func commit(_ batch: BackfillBatch<Record>) async throws
}
