import FeatureToggles

/// Delivering the writes of a ``WriteQueue``.
extension Migration {
    /// The number of deliveries that fail before the others wait, too.
    private static let maximumFailures = 3
    /// The longest delay before another attempt, in seconds.
    private static let maximumDelay: Int64 = 60

    /// Delivers the writes that wait in the ``WriteQueue`` now, instead of after a delay.
    ///
    /// The migration also does this by itself. Call it when the new store may be available again, for example in the
    /// foreground or in a background task, and before a ``Backfill`` or a short program ends. Don't call it in the
    /// queue's closure, which it waits for.
    ///
    /// - Returns: Whether no write waits anymore; `true` without a queue.
    @discardableResult
    public func deliverQueuedWrites() async -> Bool {
        guard let queue else { return true }
        return await queue.serialized { [self] in
            await deliver(from: queue)
            return queue.load() && queue.count == 0
        }
    }

    /// Delivers in the background until nothing waits.
    func startDelivering() {
        guard let queue, queue.start() else { return }
        let sleep = environment.sleep
        Task { [weak self] in
            var failures: Int64 = 0
            while let isDone = await self?.deliverQueuedWrites() {
                // A write that is being made now starts this again.
                if queue.stop() { return }
                failures = isDone ? 0 : failures + 1
                guard failures > 0 else { continue }
                let delay = min(1 << min(failures - 1, 16), Self.maximumDelay)
                guard (try? await sleep(.seconds(delay))) != nil else { return }
            }
        }
    }

    private func deliver(from queue: WriteQueue) async {
        // Even if the writes of earlier processes aren't known yet.
        _ = queue.load()
        guard await countDamage(in: queue) else { return }
        var failures = 0
        for group in queue.groups() {
            if await deliver(group, from: queue) { continue }
            failures += 1
            if failures == Self.maximumFailures { return }
        }
    }

    /// Counts all writes of the known users as missed if parts of the file can't be read.
    private func countDamage(in queue: WriteQueue) async -> Bool {
        let (isDamaged, users) = queue.damaged
        guard isDamaged else { return true }
        for user in users.union([user()]) {
            if await ledger?.markIncomplete(.new, user: user, since: .beginning) != nil { return false }
        }
        queue.forgetDamage()
        return true
    }

    /// Delivers the writes of a record.
    ///
    /// - Returns: Whether they have ended.
    private func deliver(_ group: WaitingWrites.Group, from queue: WriteQueue) async -> Bool {
        let (entry, user, destination) = (group.entry, group.entry.user, group.entry.destination)
        let journalEntry = entry.record.map { record in
            JournalEntry(time: entry.time, stage: entry.stage, record: record, user: user)
        }
        guard let write = group.write else {
            // Without dual-write states, the store is never known to be complete again.
            guard let ledger, await ledger.markIncomplete(destination, user: user, since: group.since) == nil else {
                return false
            }
            if let journalEntry { _ = await journal?.add(journalEntry) }
            queue.end(group)
            return true
        }
        let turn = await turns.take(.record(write.record))
        defer { turns.end(turn) }
        var stateError: (any Error)?
        if !group.isStored, !group.hasFailed {
            stateError = await ledger?.markIncomplete(destination, user: user, since: group.since)
        }
        var journalError: (any Error)?
        if !group.hasFailed, let journalEntry { journalError = await journal?.add(journalEntry) }
        let attempt = await WriteTurns.$current.withValue(turn) {
            await Attempt(destination, environment) { try await queue.deliver(write) }
        }
        if attempt.isFailure {
            // Once, because each mark after a start begins another copy.
            if queue.fail(group) {
                let since = min(group.since, environment.now())
                stateError = await ledger?.markIncomplete(destination, user: user, since: since) ?? stateError
            }
            if !group.hasFailed, let journalEntry {
                journalError = await journal?.add(journalEntry.failure(in: destination)) ?? journalError
            }
        } else {
            queue.end(group)
            if !queue.hasFailures(of: entry) {
                stateError = await ledger?.noteDualWrite(user: user, authority: destination.other) ?? stateError
            }
        }
        if !attempt.isFailure || !group.hasFailed {
            let evaluation = Evaluation(value: entry.stage, reason: .cached, source: .default)
            PinnedMigration(migration: self, evaluation: evaluation, user: user)
                .record(
                    .write,
                    entry.name,
                    key: write.record,
                    runs: [attempt.run],
                    stateError: stateError,
                    journalError: journalError
                )
        }
        return !attempt.isFailure
    }

    /// Returns a stage in which a store that lacks writes of the queue isn't authoritative.
    func held(_ evaluation: Evaluation<MigrationStage>, for user: String) -> Evaluation<MigrationStage> {
        let authority = evaluation.value.authority
        guard let queue, queue.isWaiting(for: user, into: authority) else { return evaluation }
        return evaluation.held(
            in: authority == .new ? .shadow : .live,
            "The \(authority.rawValue) store lacks writes that wait in the queue, so the \(authority.other.rawValue) one leads."
        )
    }
}

extension Evaluation<MigrationStage> {
    /// Returns the evaluation with another stage, and why it applies.
    func held(in stage: MigrationStage, _ reason: String) -> Evaluation {
        Evaluation(
            value: stage,
            reason: .error,
            source: source,
            error: EvaluationError(.general, "The stage is \(value.rawValue). \(reason)")
        )
    }
}
