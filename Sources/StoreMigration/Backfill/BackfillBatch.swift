/// Records that are copied together, and what is to be kept with them.
///
/// A destination stores all of it or nothing.
public struct BackfillBatch<Record: Sendable>: Sendable {
    /// Whose records they are.
    public let user: String
    /// The records, in the order of the source; none at the beginning and the end of a copy.
    public let records: [Record]
    /// The checkpoint that the destination has to have, `nil` for none.
    ///
    /// Where it has another one, somebody else copies, too.
    public let previous: BackfillCheckpoint?
    /// The checkpoint to keep.
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
