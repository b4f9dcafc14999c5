/// How much a backfill copies at once, and how fast.
public struct BackfillOptions: Sendable, Hashable {
    /// How many records are read and committed together: 1 at least.
    public var batchSize: Int
    /// How many records a second are copied, at most; `nil` for as many as the stores can.
    ///
    /// It holds behind each batch, also the last one of a user, and over all users of
    /// ``Backfill/run(users:onProgress:onFailure:)``. A batch is not cut; time in which nothing was copied is not made up for.
    public var recordsPerSecond: Int?
    /// How much of what was written behind a user's dual-write start is copied, too.
    ///
    /// 0 is right where the writes of a user come from one process at a time, on one clock. Otherwise take more than the clocks
    /// differ and a write takes: records that are there already stay as they are.
    public var overlap: Duration
    /// How much of what an earlier copy has brought is looked at again, when a user's dual writes have begun anew since.
    ///
    /// A write may give its record the time and reach the store only when a copy has passed that time. Take more than a write
    /// takes.
    public var lookback: Duration

    /// Creates options.
    ///
    /// - Parameters:
    ///   - batchSize: How many records are read and committed together.
    ///   - recordsPerSecond: How many records a second are copied, at most; `nil` for as many as the stores can.
    ///   - overlap: How much of what was written behind a user's dual-write start is copied, too.
    ///   - lookback: How much of what an earlier copy has brought is looked at again.
    public init(
        batchSize: Int = 500,
        recordsPerSecond: Int? = nil,
        overlap: Duration = .zero,
        lookback: Duration = .seconds(60)
    ) {
        self.lookback = lookback
        self.batchSize = batchSize
        self.recordsPerSecond = recordsPerSecond
        self.overlap = overlap
    }
}
