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
///   continues there. To stop all processes, use `isPaused` with an ops toggle.
public struct BackfillRunner: Sendable {
    /// Copies the records of a user, and returns how that ended.
    ///
    /// The user is done only if the status is ``BackfillStatus/done(copied:)``.
    public typealias Work = @Sendable (_ user: String) async throws -> BackfillStatus

    private let queue: any BackfillQueue
    private let options: BackfillRunnerOptions
    private let reportFile: BackfillReportFile?
    private let isPaused: @Sendable () -> Bool
    private let work: Work
    private let environment: MigrationEnvironment

    /// Creates a runner without running it.
    ///
    /// - Parameters:
    ///   - queue: The users.
    ///   - options: The number of workers, leases, and retries.
    ///   - reportFile: The file in which to share the report; `nil` for none.
    ///   - isPaused: Returns whether no further users should be taken now. It is asked before each user.
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
    ///   - isPaused: Returns whether no further users should be taken now. It is asked before each user.
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

    /// How one of the two tasks for a user ended.
    private enum Outcome: Sendable {
        case worked(Result<BackfillStatus, any Error>)
        /// The lease was lost.
        case lost
        /// The task that renews the lease was canceled.
        case stopped
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
    ///   - onFailure: A closure that is called with the error of a user's copy, or with `nil` for the user and an error
    ///     of the queue or the report file.
    /// - Returns: The report at the end.
    /// - Throws: `CancellationError` if the task is canceled, or the queue's error if it fails repeatedly, as often as
    ///   the maximum number of attempts.
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
            var nextReport = environment.uptime()
            while !Task.isCancelled {
                do {
                    let free = max(1, options.concurrency) - running
                    let isPaused = isPaused()
                    let users = free > 0 && !isPaused ? try await take(free) : []
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
                    onFailure(nil, error)
                    guard errors < options.maximumAttempts else { throw error }
                }
                if !isTicking {
                    isTicking = true
                    group.addTask {
                        try? await self.environment.sleep(self.options.pollInterval)
                        return .tick
                    }
                }
                switch try await group.next() {
                case .ended(let user, let error):
                    running -= 1
                    if let error { onFailure(user, error) }
                case .tick: isTicking = false
                case nil: break
                }
            }
            // The copies are canceled with this task; they give up their leases.
            while let event = try await group.next() {
                if case .ended(let user, let error?) = event { onFailure(user, error) }
            }
            try? await shielded { _ = try await report({ _ in }, { _, _ in }) }
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
        do throws(BackfillError) {
            try reportFile?.write(report)
        } catch {
            onFailure(nil, error)
        }
        onReport(report)
        return report
    }

    // MARK: One user

    private func take(_ limit: Int) async throws -> [(user: String, lease: String)] {
        // Different for each call, so that a worker whose lease has ended doesn't take it for a later one.
        let lease = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
        let now = environment.now()
        let end = now.advanced(by: leaseDuration)
        let (destination, attempts) = (queue.destination, options.maximumAttempts)
        let rows = try await queue.take(limit, dueAt: now) { row in
            var row = row
            row.take(lease, into: destination, at: now, until: end, maximumAttempts: attempts)
            return row
        }
        // Without those who failed because their workers were killed too often.
        return rows.filter { $0.holds(lease) }.map { ($0.user, lease) }
    }

    private var leaseDuration: Duration { max(options.lease, .seconds(1)) }

    /// Copies the records of a user, and ends the lease.
    ///
    /// - Returns: The error, unless it was caused by the end of the runner.
    private func copy(_ user: String, _ lease: String) async -> (any Error)? {
        let result = await withTaskGroup(of: Outcome.self) { group -> Result<BackfillStatus, any Error>? in
            group.addTask {
                do {
                    return .worked(.success(try await self.work(user)))
                } catch {
                    return .worked(.failure(error))
                }
            }
            group.addTask { await self.renew(lease, of: user) ? .stopped : .lost }
            var result: Result<BackfillStatus, any Error>?
            var isLost = false
            while let outcome = await group.next() {
                switch outcome {
                case .worked(let ended): result = ended
                // Another worker copies the user.
                case .lost: isLost = result == nil
                case .stopped: break
                }
                group.cancelAll()
            }
            return isLost ? nil : result
        }
        guard let result else { return nil }
        let end: WorkResult
        var failure: (any Error)?
        switch result {
        case .success(.done(let copied)): end = .done(copied: copied)
        case .success(.waiting(.dualWrites)): end = .nothingToDo
        case .success: end = .stopped
        case .failure(let error):
            if Task.isCancelled {
                end = .stopped
            } else {
                failure = error
                end = .failed(
                    Redaction.text(ofError: error),
                    retryAfter: .zero,
                    maximumAttempts: options.maximumAttempts
                )
            }
        }
        do {
            try await self.end(lease, of: user, end)
        } catch {
            // The user is taken again after the lease.
            return failure ?? error
        }
        return failure
    }

    private func end(_ lease: String, of user: String, _ result: WorkResult) async throws {
        let now = environment.now()
        let random = environment.random()
        let destination = queue.destination
        try await shielded { [queue, options] in
            try await queue.change(user) { row in
                var row = row
                var result = result
                if case .failed(let name, _, let maximumAttempts) = result {
                    let delay = options.delay(after: row.attempts + 1, random: random)
                    result = .failed(name, retryAfter: delay, maximumAttempts: maximumAttempts)
                }
                row.end(lease, result, into: destination, at: now)
                return row
            }
        }
    }

    /// Renews a lease until the task is canceled or the lease is lost.
    ///
    /// - Returns: Whether the worker still has the lease.
    private func renew(_ lease: String, of user: String) async -> Bool {
        var end = environment.uptime() + leaseDuration
        while !Task.isCancelled {
            do {
                try await environment.sleep(leaseDuration / 3)
                let until = environment.now().advanced(by: leaseDuration)
                let began = environment.uptime()
                let row = try await queue.change(user) { row in
                    var row = row
                    row.renew(lease, until: until)
                    return row
                }
                guard row.holds(lease) else { return false }
                end = began + leaseDuration
            } catch {
                // Another worker may take the user from now on.
                if !Task.isCancelled, environment.uptime() >= end { return false }
            }
        }
        return true
    }

    /// Runs work that isn't canceled with this task, because a runner that stops must still end its leases.
    private func shielded(_ work: @escaping @Sendable () async throws -> Void) async throws {
        try await Task { try await work() }.value
    }
}
