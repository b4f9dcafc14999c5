/// The batch size and rate of a backfill.
public struct BackfillOptions: Sendable, Hashable {
    /// The number of records to read and commit together; at least 1.
    public var batchSize: Int
    /// The maximum number of records to copy per second; `nil` for no limit.
    ///
    /// The limit applies after each batch, including the last one of a user, and across all users of
    /// ``Backfill/run(users:onProgress:onFailure:)-(Sequence<String>,_,_)``. Batches are not split, and idle time is not
    /// made up for.
    ///
    /// In a ``BackfillRunner``, the limit applies to each of the users who are copied at the same time, so the runner
    /// copies at most ``BackfillRunnerOptions/concurrency`` times as many.
    public var recordsPerSecond: Int?
    /// How much earlier than the first missed write a copy begins after a user's dual writes have begun again.
    ///
    /// A record may get its time before its write begins, or from the clock of another process. Choose a value larger
    /// than both the delay and the difference between clocks; existing records that are at least as new stay unchanged.
    public var lookback: Duration

    /// Creates options.
    ///
    /// - Parameters:
    ///   - batchSize: The number of records to read and commit together.
    ///   - recordsPerSecond: The maximum number of records to copy per second; `nil` for no limit.
    ///   - lookback: How much earlier than the first missed write a copy begins.
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
