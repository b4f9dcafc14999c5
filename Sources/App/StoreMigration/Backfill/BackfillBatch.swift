/// Records to copy together, with the checkpoint to store with them.
///
/// A destination stores everything in it or nothing.
public struct BackfillBatch<Record: Sendable>: Sendable {
    /// The user whose records they are.
    public let user: String
    /// The records, in the order of the source; empty at the beginning and the end of a copy.
    public let records: [Record]
    /// The checkpoint that the destination must contain, or `nil` for none.
    ///
    /// If the destination contains another one, another process copies the same user.
    public let previous: BackfillCheckpoint?
    /// The checkpoint to store; the same as ``previous`` for records that are copied at once.
    public let checkpoint: BackfillCheckpoint

    /// Creates a batch.
    public init(
        user: String,
        records: [Record],
        previous: BackfillCheckpoint?,
        checkpoint: BackfillCheckpoint
    ) {
        self.user = user
        self.records = records
        self.previous = previous
        self.checkpoint = checkpoint
    }
}
