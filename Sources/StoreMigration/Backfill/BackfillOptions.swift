/// How much a backfill copies at once, and how fast.
public struct BackfillOptions: Sendable, Hashable {
    /// How many records are read and committed together: 1 at least.
    public var batchSize: Int
    /// How many records a second are copied, at most; `nil` for as many as the stores can.
    ///
    /// It holds behind each batch, also the last one of a user, and over all users of
    /// ``Backfill/run(users:onProgress:onFailure:)-(Sequence<String>,_,_)``. A batch is not cut; time in which nothing was
    /// copied is not made up for.
    public var recordsPerSecond: Int?
    /// How much further back a copy goes than the first write that was missed, when a user's dual writes have begun anew.
    ///
    /// A record may get its time before its write begins, or by the clock of another process. Take more than that takes and
    /// clocks differ; records that are there already stay as they are.
    public var lookback: Duration

    /// Creates options.
    ///
    /// - Parameters:
    ///   - batchSize: How many records are read and committed together.
    ///   - recordsPerSecond: How many records a second are copied, at most; `nil` for as many as the stores can.
    ///   - lookback: How much further back a copy goes than the first write that was missed.
    public init(
        batchSize: Int = 500,
        recordsPerSecond: Int? = nil,
        lookback: Duration = .seconds(60)
    ) {
        self.lookback = lookback
        self.batchSize = batchSize
        self.recordsPerSecond = recordsPerSecond
    }
}
