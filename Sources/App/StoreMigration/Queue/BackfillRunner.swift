import ToggleBase

/// Copies the records of all users in a queue on a server, several at a time.
///
/// ```swift
/// let runner = BackfillRunner(queue, running: backfill, reportFile: BackfillReportFile(path: "backfill.json"))
/// print(try await runner.run())      // waiting 0, running 0, done 12,816, failed 3
/// ```
///
/// Any number of processes can run the same queue. The most recently active users are copied first.
///
/// - **Kills.** A worker takes a user with a lease, and renews it while it copies. If the process is killed, another
///   worker takes the user when the lease has ended, and the ``Backfill`` continues after the last committed batch. If
///   a worker was only slow, and two copy the same user, the destination refuses the batches of one of them, so nothing
///   is copied twice.
/// - **Errors.** A user whose copy failed waits, each time twice as long, and fails after the maximum number of
///   attempts. ``BackfillQueue/retryFailed()`` starts over.
/// - **Stopping.** Cancel the task. Each copy stops after its current batch, its user waits again, and the next run
///   continues there.
/// - **Pausing.** To pause all processes, use `isPaused` with an ops toggle. Users whose copies have begun are copied to
///   the end.
public struct BackfillRunner: Sendable {
    /// Copies the records of a user, and returns how that ended.
    ///
    /// The user is done if the status is ``BackfillStatus/done(copied:)``, and becomes idle if it is
    /// ``BackfillStatus/waiting(_:)`` for dual writes. With any other status, the user waits, and the work is called
    /// again as soon as a worker is free.
    public typealias Work = @Sendable (_ user: String) async throws -> BackfillStatus

    let queue: any BackfillQueue
    let options: BackfillRunnerOptions
    private let reportFile: BackfillReportFile?
    private let isPaused: @Sendable () -> Bool
    let work: Work
    let environment: MigrationEnvironment
    private let disk = DiskQueue("backfill-runner")

    /// Creates a runner without running it.
    ///
    /// - Parameters:
    ///   - queue: The users.
    ///   - options: The number of workers, leases, and retries.
    ///   - reportFile: The file in which to share the report; `nil` for none.
    ///   - isPaused: Returns whether no further users should be taken now. It is asked whenever a worker is free.
    ///   - work: Copies the records of a user. It is called again after an error or a kill, even after it has done
    ///     everything but return, so it must be repeatable. When the lease is lost, its task is canceled.
    public init(
        _ queue: any BackfillQueue,
        options: BackfillRunnerOptions = BackfillRunnerOptions(),
        reportFile: BackfillReportFile? = nil,
        isPaused: @escaping @Sendable () -> Bool = { false },
        work: @escaping Work
    ) {
        self.init(
            queue,
            options: options,
            reportFile: reportFile,
            isPaused: isPaused,
            environment: .process,
            work: work
        )
    }

    /// Creates a runner for a backfill without running it.
    ///
    /// - Parameters:
    ///   - queue: The users, and usually also the dual-write store of the backfill.
    ///   - backfill: The backfill, in the direction of the queue.
    ///   - options: The number of workers, leases, and retries.
    ///   - reportFile: The file in which to share the report; `nil` for none.
    ///   - isPaused: Returns whether no further users should be taken now. It is asked whenever a worker is free.
    public init<Source, Destination>(
        _ queue: any BackfillQueue,
        running backfill: Backfill<Source, Destination>,
        options: BackfillRunnerOptions = BackfillRunnerOptions(),
        reportFile: BackfillReportFile? = nil,
        isPaused: @escaping @Sendable () -> Bool = { false }
    ) {
        self.init(queue, options: options, reportFile: reportFile, isPaused: isPaused) { user in
            try await backfill.run(user)
        }
    }

    init(
        _ queue: any BackfillQueue,
        options: BackfillRunnerOptions,
        reportFile: BackfillReportFile? = nil,
        isPaused: @escaping @Sendable () -> Bool = { false },
        environment: MigrationEnvironment,
        work: @escaping Work
    ) {
        self.queue = queue
        self.options = options
        self.reportFile = reportFile
        self.isPaused = isPaused
        self.environment = environment
        self.work = work
    }

    private enum Event: Sendable {
        case ended(user: String, (any Error)?)
        case tick
    }

    /// Copies the records of the users who wait, until no user waits or is running, also in other processes.
    ///
    /// - Parameters:
    ///   - waitsForMore: Whether to wait for further users instead, until the task is canceled.
    ///   - onReport: A closure that is called with the report at most once per poll interval, and at the end.
    ///   - onFailure: A closure that is called with the error of a user's copy or row, or with `nil` for the user and an
    ///     error of the queue or the report file. Log these errors, because the runner goes on after them.
    /// - Returns: The report at the end.
    /// - Throws: `CancellationError` if the task is canceled, or the queue's error if it fails in as many poll intervals
    ///   in a row as the maximum number of attempts.
    @discardableResult
    public func run(
        waitsForMore: Bool = false,
        onReport: (BackfillReport) -> Void = { _ in },
        onFailure: (_ user: String?, any Error) -> Void = { _, _ in }
    ) async throws -> BackfillReport {
        try await withThrowingTaskGroup(of: Event.self) { group in
            var running = 0
            var isTicking = false
            var errors = 0
            var isQueueFailing = false
            var nextReport = environment.uptime()
            while !Task.isCancelled {
                // After an error of the queue, the next attempt is at the next tick, even if copies end until then.
                if !isQueueFailing {
                    do {
                        let free = max(1, options.concurrency) - running
                        let (users, damages) = free > 0 && !isPaused() ? try await take(free) : ([], [])
                        for (user, error) in damages { onFailure(user, error) }
                        for (user, lease) in users {
                            group.addTask { .ended(user: user, await self.copy(user, lease)) }
                        }
                        running += users.count
                        if environment.uptime() >= nextReport || running == 0 && !waitsForMore {
                            let report = try await report(onReport, onFailure)
                            if running == 0, !waitsForMore, report.waiting == 0, report.running == 0 {
                                group.cancelAll()
                                return report
                            }
                            nextReport = environment.uptime() + options.pollInterval
                        }
                        errors = 0
                    } catch {
                        if Task.isCancelled { break }
                        errors += 1
                        isQueueFailing = true
                        onFailure(nil, error)
                        guard errors < options.maximumAttempts else { throw error }
                    }
                }
                if !isTicking {
                    isTicking = true
                    group.addTask {
                        try? await self.environment.sleep(max(self.options.pollInterval, .milliseconds(10)))
                        return .tick
                    }
                }
                switch try await group.next() {
                case .ended(let user, let error):
                    running -= 1
                    if let error { onFailure(user, error) }
                case .tick: (isTicking, isQueueFailing) = (false, false)
                case nil: break
                }
            }
            // The copies are canceled with this task; they give up their leases.
            while let event = try await group.next() {
                if case .ended(let user, let error?) = event { onFailure(user, error) }
            }
            let failures = Mutex<[any Error]>([])
            try? await shielded {
                _ = try await report({ _ in }, { _, error in failures.withLock { $0.append(error) } })
            }
            for error in failures.withLock({ $0 }) { onFailure(nil, error) }
            throw CancellationError()
        }
    }

    /// Counts the users, and shares the report.
    private func report(
        _ onReport: (BackfillReport) -> Void,
        _ onFailure: (_ user: String?, any Error) -> Void
    ) async throws -> BackfillReport {
        let counts = try await queue.counts()
        let report = BackfillReport(
            into: queue.destination,
            time: environment.now().millisecondsSince1970 / 1_000,
            counts: counts
        )
        if let reportFile {
            do {
                try await disk.run { try reportFile.write(report) }
            } catch {
                onFailure(nil, error)
            }
        }
        onReport(report)
        return report
    }
}
