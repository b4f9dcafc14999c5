/// The number of workers, leases, and retries of a ``BackfillRunner``.
public struct BackfillRunnerOptions: Sendable, Hashable {
    /// The number of users to copy at the same time; at least 1.
    ///
    /// A rate in ``BackfillOptions`` applies to each of them.
    public var concurrency: Int
    /// How long a worker keeps a user without a sign of life; at least one second.
    ///
    /// A running worker renews its lease three times as often. After a worker was killed, its user waits for the end
    /// of the lease. The clocks of all workers must agree to within a small part of it.
    public var lease: Duration
    /// The number of failed attempts after which a user fails; at least 1.
    ///
    /// A killed worker counts as a failed attempt, so that a user whose records crash the process isn't tried forever.
    public var maximumAttempts: Int
    /// How long to wait after the first failed attempt.
    ///
    /// The delay doubles with each further one, and is shortened randomly by up to a half, so that users who failed
    /// together aren't retried together.
    public var retryDelay: Duration
    /// The longest time to wait after a failed attempt.
    public var maximumRetryDelay: Duration
    /// How often to look for users when none was found, and to write the report; at least ten milliseconds.
    public var pollInterval: Duration

    /// Creates options.
    ///
    /// - Parameters:
    ///   - concurrency: The number of users to copy at the same time.
    ///   - lease: How long a worker keeps a user without a sign of life.
    ///   - maximumAttempts: The number of failed attempts after which a user fails.
    ///   - retryDelay: How long to wait after the first failed attempt.
    ///   - maximumRetryDelay: The longest time to wait after a failed attempt.
    ///   - pollInterval: How often to look for users when none was found, and to write the report.
    public init(
        concurrency: Int = 4,
        lease: Duration = .seconds(60),
        maximumAttempts: Int = 8,
        retryDelay: Duration = .seconds(1),
        maximumRetryDelay: Duration = .seconds(3_600),
        pollInterval: Duration = .seconds(1)
    ) {
        self.concurrency = concurrency
        self.lease = lease
        self.maximumAttempts = maximumAttempts
        self.retryDelay = retryDelay
        self.maximumRetryDelay = maximumRetryDelay
        self.pollInterval = pollInterval
    }

    /// Returns the delay after a number of failed attempts.
    ///
    /// - Parameters:
    ///   - attempts: The number of failed attempts, at least 1.
    ///   - random: A number from 0 to below 1.
    /// - Returns: The delay.
    func delay(after attempts: Int, random: Double) -> Duration {
        var delay = min(retryDelay, maximumRetryDelay)
        var doublings = min(attempts, 64) - 1
        while doublings > 0, delay < maximumRetryDelay {
            delay = min(delay * 2, maximumRetryDelay)
            doublings -= 1
        }
        return delay * (1 - random / 2)
    }
}
