/// Copies records older than a user's dual writes from one store to the other.
///
/// ```swift
/// let backfill = Backfill(from: OldBooks(), to: NewBooks(), dualWrites: dualWrites)
/// try await backfill.run(user.id)
/// ```
///
/// Users are copied one by one; each is waiting, running, or done. A copy can be killed or canceled at any moment, and
/// the next run continues after the last committed batch. Nothing is copied twice, because the destination commits each
/// batch with its checkpoint.
///
/// If a user's dual writes begin again, because one of them failed or the stage went back, the user waits again, and
/// the next run copies the records written in between. The clock may be set at any time, forward or back. A copy has no
/// upper bound, because the destination keeps newer records. It begins at the earliest time that the clock showed while
/// a write was missed.
///
/// To copy a record before the backfill reaches it, use ``copyNow(_:of:)``.
///
/// A step back from `complete` needs the other direction: `into: .old`, with the stores exchanged. A destination stores
/// checkpoints for one direction.
public struct Backfill<Source: BackfillSource, Destination: BackfillDestination>: Sendable
where Source.Record == Destination.Record {
    private let source: Source
    let destination: Destination
    private let origin: MigrationOrigin
    let dualWrites: any DualWriteStore
    private let options: BackfillOptions
    let environment: MigrationEnvironment

    /// Creates a backfill without copying anything.
    ///
    /// - Parameters:
    ///   - source: The store that is complete.
    ///   - destination: The store that lacks older records.
    ///   - origin: Which of the two stores the destination is: the new one, unless a migration goes back.
    ///   - dualWrites: The store that records when each user's dual writes began; the same one that the ``Migration``
    ///     uses.
    ///   - options: The batch size and rate.
    public init(
        from source: Source,
        to destination: Destination,
        into origin: MigrationOrigin = .new,
        dualWrites: any DualWriteStore,
        options: BackfillOptions = BackfillOptions()
    ) {
        self.init(
            from: source,
            to: destination,
            into: origin,
            dualWrites: dualWrites,
            options: options,
            environment: .process
        )
    }

    init(
        from source: Source,
        to destination: Destination,
        into origin: MigrationOrigin = .new,
        dualWrites: any DualWriteStore,
        options: BackfillOptions = BackfillOptions(),
        environment: MigrationEnvironment
    ) {
        self.source = source
        self.destination = destination
        self.origin = origin
        self.dualWrites = dualWrites
        self.options = options
        self.environment = environment
    }

    /// Returns the progress of copying a user's records.
    public func status(of user: String) async throws -> BackfillStatus {
        let checkpoint = try await destination.checkpoint(of: user)
        return status(checkpoint, start: start(in: try await dualWrites.state(of: user)))
    }

    func status(_ checkpoint: BackfillCheckpoint?, start: MigrationTime?) -> BackfillStatus {
        let copied = checkpoint?.copied ?? 0
        if start == .beginning { return .done(copied: copied) }
        if checkpoint?.copiesBefore != nil { return .running(copied: copied) }
        guard let start else { return .waiting(.dualWrites) }
        // If the start differs from that of the copy, even if it is earlier, there was another gap.
        return checkpoint?.doneBefore == start ? .done(copied: copied) : .waiting(.run)
    }

    /// Returns when the destination began to receive every write of a user.
    func start(in state: DualWriteState) -> MigrationTime? {
        // For a user without a recorded state, the old store is not assumed to be complete once it is no longer
        // authoritative.
        origin == .old && state.isUnknown ? nil : state[origin]
    }

    /// Returns the range of times of the records that may be missing.
    ///
    /// A start is not a bound, because the clock may have been set between a record and the start. Only the writes that
    /// the store missed since the last copy bound the range.
    ///
    /// - Parameters:
    ///   - doneBefore: The start of the last complete copy.
    ///   - state: The user's dual-write state.
    /// - Returns: The range, or everything if the missed writes are unknown.
    private func range(after doneBefore: MigrationTime?, _ state: DualWriteState) -> BackfillRange {
        guard let doneBefore, let earliest = state.earliestOmission(of: origin, after: doneBefore),
            earliest != .beginning
        else { return .everything }
        return BackfillRange(from: earliest.advanced(by: .zero - options.lookback))
    }

    /// Copies the missing records of a user, starting where the last run stopped.
    ///
    /// A user whose dual writes have not begun remains waiting. A completed user takes one check.
    ///
    /// - Parameters:
    ///   - user: The targeting key of the user.
    ///   - onProgress: A closure that is called after each batch.
    /// - Returns: The status afterward: done, or waiting for dual writes.
    /// - Throws: `CancellationError`, ``BackfillError``, or any error that a store throws. Committed batches remain,
    ///   and the next run continues after them.
    @discardableResult
    public func run(
        _ user: String,
        onProgress: (BackfillProgress) -> Void = { _ in }
    ) async throws -> BackfillStatus {
        var pace = pace()
        return try await run(user, at: &pace, onProgress)
    }

    func pace() -> BackfillPace { BackfillPace(options, environment) }

    /// Copies the missing records of one user, at the rate shared by all users.
    func run(
        _ user: String,
        at pace: inout BackfillPace,
        _ onProgress: (BackfillProgress) -> Void
    ) async throws -> BackfillStatus {
        var checkpoint = try await destination.checkpoint(of: user)
        var run = Run(user: user, began: environment.uptime())
        while true {
            try Task.checkCancellation()
            let state = try await dualWrites.state(of: user)
            let start = start(in: state)
            let status = status(checkpoint, start: start)
            switch status {
            case .waiting(.dualWrites), .done:
                return status
            case .waiting(.run):
                guard let start else { return status }
                var next = checkpoint ?? BackfillCheckpoint()
                next.copiesBefore = start
                next.cursor = nil
                next.copiedByThis = 0
                // So that the status is running even if this run is killed now.
                do {
                    try await commit([], from: checkpoint, to: next, of: user)
                } catch let error as BackfillError where error.code == .conflict {
                    let stored = try await destination.checkpoint(of: user)
                    // A record that was copied at once stores an empty checkpoint, which is not another copy.
                    guard stored != checkpoint, stored?.copiesBefore == nil else { throw error }
                    checkpoint = stored
                    continue
                }
                checkpoint = next
            case .running:
                break
            }
            guard let before = checkpoint, before.copiesBefore != nil else { return status }
            let range = range(after: before.doneBefore, state)
            // Include records that this run copied for another start, and exclude those that other runs copied for this
            // one.
            let copied = run.copied
            run.total = try await source.count(of: user, in: range).map { copied + max(0, $0 - before.copiedByThis) }
            checkpoint = try await copy(range, from: before, &run, at: &pace, onProgress)
        }
    }

    private struct Run {
        let user: String
        let began: Duration
        var copied = 0
        var total: Int?
    }

    /// Copies the rest of a range.
    ///
    /// - Returns: The checkpoint afterward.
    private func copy(
        _ range: BackfillRange,
        from checkpoint: BackfillCheckpoint,
        _ run: inout Run,
        at pace: inout BackfillPace,
        _ onProgress: (BackfillProgress) -> Void
    ) async throws -> BackfillCheckpoint {
        var current = checkpoint
        while true {
            try Task.checkCancellation()
            pace.begin()
            let limit = max(1, options.batchSize)
            let page = try await source.page(of: run.user, in: range, after: current.cursor, limit: limit)
            try check(page, after: current.cursor, limit: limit)
            var next = current
            next.cursor = page.cursor
            next.copied += page.records.count
            next.copiedByThis += page.records.count
            let isLast = page.records.count < limit
            if isLast {
                next.doneBefore = current.copiesBefore
                next.copiesBefore = nil
                next.cursor = nil
                next.copiedByThis = 0
            }
            try await commit(page.records, from: current, to: next, of: run.user)
            current = next
            run.copied += page.records.count
            onProgress(
                BackfillProgress(
                    user: run.user,
                    status: isLast ? .done(copied: next.copied) : .running(copied: next.copied),
                    copiedInRun: run.copied,
                    total: run.total,
                    elapsed: environment.uptime() - run.began
                )
            )
            try await pace.wait(after: page.records.count)
            if isLast { return current }
        }
    }

    func commit(
        _ records: [Source.Record],
        from previous: BackfillCheckpoint?,
        to checkpoint: BackfillCheckpoint,
        of user: String
    ) async throws {
        try await destination.commit(
            BackfillBatch(user: user, records: records, previous: previous, checkpoint: checkpoint)
        )
    }

    /// Throws an error for a page that would make the copy endless.
    private func check(
        _ page: BackfillPage<Source.Record>,
        after cursor: String?,
        limit: Int
    ) throws(BackfillError) {
        if page.records.count > limit {
            throw BackfillError(
                .source,
                "A page has \(page.records.count) records, but the limit is \(limit); return no more."
            )
        }
        if page.records.count == limit, page.cursor == nil || page.cursor == cursor {
            throw BackfillError(
                .source,
                "A full page has no cursor after its last record, so the next page would be the same; set the cursor."
            )
        }
    }
}
