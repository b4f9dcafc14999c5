/// Restores what one of the stores of a migration has lost, from the journal of its writes.
///
/// ```swift
/// let replay = MigrationReplay(journal, old: ReplayableTable(sqlite), new: ReplayableBooks(cloud))
/// print(try await replay.plan())        // 310 writes of 120 records; 3 findings, 3 can be restored
/// try await replay.run()
/// ```
///
/// The newest entry of each record determines what both stores should contain; only stores that its write went to are
/// compared. A record that is missing, older, or different although it has the same time is restored: from the journal
/// if it contains the record, otherwise from the other store if its record has the digest in the journal. A record that
/// is newer than its entry is left unchanged, and copied to the other store.
///
/// The app may write at the same time, because a store keeps a record that was written later. Restored records are read
/// again, so ``ReplayReport/restored`` counts only what is really there.
public struct MigrationReplay: Sendable {
    private let journal: MigrationJournal
    private let old: (any ReplayStore)?
    private let new: (any ReplayStore)?
    private let user: String?
    private let batchSize: Int

    /// Creates a replay without reading or writing anything.
    ///
    /// - Parameters:
    ///   - journal: The journal of the migration.
    ///   - old: The old store; `nil` if it isn't available. The new one is then restored from the journal alone.
    ///   - new: The new store; `nil` if it isn't available.
    ///   - user: The user whose records to restore, see ``Migration/user(for:)``; `nil` for all records, if their keys
    ///     are unique among all users.
    ///   - batchSize: The number of records to read and restore together.
    public init(
        _ journal: MigrationJournal,
        old: (any ReplayStore)?,
        new: (any ReplayStore)?,
        user: String? = nil,
        batchSize: Int = 500
    ) {
        self.journal = journal
        self.old = old
        self.new = new
        self.user = user
        self.batchSize = max(1, batchSize)
    }

    /// Compares the stores with the journal, and writes nothing.
    ///
    /// - Returns: What the stores lack, and what of it can't be restored.
    /// - Throws: ``MigrationJournalError``, `CancellationError`, or any error that a store throws, also in
    ///   ``ReplayStore/check(_:)``.
    /// - Complexity: O(*n* log *n*) in the number of entries, and at most two calls of each store for each batch of
    ///   records.
    public func plan() async throws -> ReplayReport {
        try await replay(isRestoring: false)
    }

    /// Restores what the stores lack.
    ///
    /// - Returns: What the stores lacked, and what of it was restored.
    /// - Throws: ``MigrationJournalError``, `CancellationError`, or any error that a store throws. What is restored so
    ///   far stays; run the replay again for the rest.
    @discardableResult
    public func run() async throws -> ReplayReport {
        try await replay(isRestoring: true)
    }

    private func store(_ origin: MigrationOrigin) -> (any ReplayStore)? { origin == .old ? old : new }

    private func replay(isRestoring: Bool) async throws -> ReplayReport {
        let (entries, unreadable) = try await journal.entries()
        let plan = ReplayPlan(entries, user: user)
        var report = ReplayReport()
        report.isPlan = !isRestoring
        (report.writes, report.unreadableLines, report.records) = (plan.writes, unreadable, plan.entries.count)
        for start in stride(from: 0, to: plan.entries.count, by: batchSize) {
            try Task.checkCancellation()
            let batch = Array(plan.entries[start..<min(start + batchSize, plan.entries.count)])
            let (steps, newer) = try await compare(batch)
            report.newer += newer
            report.findings += steps.map(\.finding)
            guard isRestoring, !steps.isEmpty else {
                report.remaining += steps.filter { $0.record == nil }.map(\.finding)
                for origin in MigrationOrigin.allCases {
                    let records = Self.records(of: steps, in: origin)
                    if !records.isEmpty { try await store(origin)?.check(records) }
                }
                continue
            }
            for origin in MigrationOrigin.allCases {
                let records = Self.records(of: steps, in: origin)
                if !records.isEmpty { try await store(origin)?.restore(records) }
            }
            let wanted = Set(steps.map(\.finding.record))
            let left = try await compare(batch.filter { wanted.contains($0.record) }).steps
            report.remaining += left.map(\.finding)
            report.restored += steps.count - left.count
        }
        // Batches are sorted by record.
        report.findings = Self.sorted(report.findings)
        report.remaining = Self.sorted(report.remaining)
        return report
    }

    private static func records(of steps: [ReplayPlan.Step], in origin: MigrationOrigin) -> [RestoredRecord] {
        steps.filter { $0.finding.store == origin }.compactMap(\.record)
    }

    private static func sorted(_ findings: [ReplayReport.Finding]) -> [ReplayReport.Finding] {
        MigrationOrigin.allCases.flatMap { origin in findings.filter { $0.store == origin } }
    }

    /// Compares records of both stores with their entries.
    private func compare(_ entries: [JournalEntry]) async throws -> (steps: [ReplayPlan.Step], newer: Int) {
        let keys = entries.map(\.record)
        let records = [
            MigrationOrigin.old: try await old?.records(keys), .new: try await new?.records(keys),
        ].compactMapValues(\.self)
        var steps: [ReplayPlan.Step] = []
        var newer = 0
        for entry in entries {
            for origin in entry.origins {
                guard let own = records[origin] else { continue }
                let other = records[origin.other]?[entry.record]
                switch ReplayPlan.compare(origin, with: entry, own[entry.record], other) {
                case .correct: break
                case .newer: newer += 1
                case .wrong(let step): steps.append(step)
                }
            }
        }
        return (steps, newer)
    }
}
