/// Copies what is older than a user's dual writes from one store to the other.
///
/// ```swift
/// let backfill = Backfill(from: OldBooks(), to: NewBooks(), dualWrites: dualWrites)
/// try await backfill.run(user.id)
/// ```
///
/// Users are copied one by one, each waiting, running or done. It can be killed or cancelled at any moment, and goes on behind
/// the last batch that was committed when it is run again. Nothing is copied twice: the destination commits each batch with its
/// checkpoint.
///
/// When a user's dual writes begin anew, because one of them failed or because the stage went back, the user waits again, and
/// the next run copies what was written in between. The clock may be set at any time, backwards or forwards: a copy has no upper
/// bound, since the destination keeps what is newer, and goes back to the earliest time that the clock showed while a write was
/// missed.
///
/// A step back from `complete` needs the other direction: `into: .old`, with the stores exchanged. A destination keeps checkpoints
/// for one direction.
public struct Backfill<Source: BackfillSource, Destination: BackfillDestination>: Sendable
where Source.Record == Destination.Record {
    private let source: Source
    private let destination: Destination
    private let origin: MigrationOrigin
    private let dualWrites: any DualWriteStore
    private let options: BackfillOptions
    private let environment: MigrationEnvironment

    /// Creates a backfill; nothing is copied yet.
    ///
    /// - Parameters:
    ///   - source: The store that has everything.
    ///   - destination: The store that misses what is older.
    ///   - origin: Which of the two stores the destination is; the new one unless a migration goes back.
    ///   - dualWrites: Since when each user's writes go to both; the same store that the ``Migration`` has.
    ///   - options: How much at once, and how fast.
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

    /// How far the copy of a user's records has come.
    public func status(of user: String) async throws -> BackfillStatus {
        let checkpoint = try await destination.checkpoint(of: user)
        return status(checkpoint, start: start(in: try await dualWrites.state(of: user)))
    }

    private func status(_ checkpoint: BackfillCheckpoint?, start: MigrationTime?) -> BackfillStatus {
        let copied = checkpoint?.copied ?? 0
        if start == .beginning { return .done(copied: copied) }
        if checkpoint?.copiesBefore != nil { return .running(copied: copied) }
        guard let start else { return .waiting(.dualWrites) }
        // Another start than the one that was copied for, also an earlier one, is the end of another gap.
        return checkpoint?.doneBefore == start ? .done(copied: copied) : .waiting(.run)
    }

    /// Since when the destination has every write of a user.
    private func start(in state: DualWriteState) -> MigrationTime? {
        // That nothing is known of a user does not say that the old store has everything, once that does not count any more.
        origin == .old && state.isUnknown ? nil : state[origin]
    }

    /// The times of the records that may be missing.
    ///
    /// A start says nothing about them: the clock may have been set between a record and the start. Only the writes that the
    /// store missed since the last copy bound them.
    ///
    /// - Parameters:
    ///   - doneBefore: The start that was copied for before.
    ///   - state: What is kept of the user's dual writes.
    /// - Returns: Everything, where it isn't known what was missed.
    private func range(after doneBefore: MigrationTime?, _ state: DualWriteState) -> BackfillRange {
        guard let doneBefore, let earliest = state.earliestOmission(of: origin, after: doneBefore),
            earliest != .beginning
        else { return .everything }
        return BackfillRange(from: earliest.advanced(by: .zero - options.lookback))
    }

    /// Copies what is missing of a user's records, from where the last run stopped.
    ///
    /// A user whose dual writes have not begun is left waiting; one who is done costs a look.
    ///
    /// - Parameters:
    ///   - user: The targeting key of the user.
    ///   - onProgress: Called behind each batch.
    /// - Returns: The status behind it: done, or waiting for dual writes.
    /// - Throws: `CancellationError`, ``BackfillError``, or what a store threw. What was committed stays, and the next run goes on
    ///   behind it.
    @discardableResult
    public func run(
        _ user: String,
        onProgress: (BackfillProgress) -> Void = { _ in }
    ) async throws -> BackfillStatus {
        var pace = pace()
        return try await run(user, at: &pace, onProgress)
    }

    func pace() -> BackfillPace { BackfillPace(options, environment) }

    /// Copies what is missing of one user's records, no faster than all of them may be.
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
                // So that a run that is killed now is known to run.
                try await commit([], from: checkpoint, to: next, of: user)
                checkpoint = next
            case .running:
                break
            }
            guard let before = checkpoint, before.copiesBefore != nil else { return status }
            let range = range(after: before.doneBefore, state)
            // With what this run has brought for another start, and without what other runs have brought for this one.
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
    /// - Returns: The checkpoint behind it.
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
            try check(page, behind: current.cursor, limit: limit)
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
            try await pace.wait(behind: page.records.count)
            if isLast { return current }
        }
    }

    private func commit(
        _ records: [Source.Record],
        from previous: BackfillCheckpoint?,
        to checkpoint: BackfillCheckpoint,
        of user: String
    ) async throws {
        try await destination.commit(
            BackfillBatch(user: user, records: records, previous: previous, checkpoint: checkpoint)
        )
    }

    /// Refuses a page that would be copied for ever.
    private func check(
        _ page: BackfillPage<Source.Record>,
        behind cursor: String?,
        limit: Int
    ) throws(BackfillError) {
        if page.records.count > limit {
            throw BackfillError(.source, "A page has \(page.records.count) records where \(limit) were asked for.")
        }
        if page.records.count == limit, page.cursor == nil || page.cursor == cursor {
            throw BackfillError(
                .source,
                "A full page has no cursor behind its last record, so the next page would be the same; set it."
            )
        }
    }
}
