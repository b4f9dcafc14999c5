import MigrationTesting
import StoreMigration
import TestSupport
import ToggleBase

/// A store of many users in memory, which may violate one requirement.
final class ShelfStore: BackfillSource, BackfillDestination {
    enum Fault: CaseIterable {
        case forgetsCheckpoints, forgetsAtRestart, ignoresPrevious, overwritesNewer, overwritesSame, keepsOlder
        case storesTwice, sharesCheckpoints, leavesOutLast, dropsEmptyBatches, isHalfCanceled, checksOutsideTheLock
        case skipsKnownCheckpoints
    }

    private struct State {
        var records: [SampleRecord] = []
        var checkpoints: [String: String] = [:]
    }

    private let state = Mutex(State())
    private let fault: Fault?
    /// The number of rival commits that compared the checkpoint outside the lock.
    private let checks = Watched(0)

    init(_ fault: Fault? = nil) {
        self.fault = fault
    }

    /// Returns the store after a restart.
    func opened() -> ShelfStore {
        if fault == .forgetsAtRestart { state.withLock { $0.checkpoints = [:] } }
        return self
    }

    func records(of user: String) -> [SampleRecord] {
        state.withLock { $0.records.filter { $0.user == user } }
    }

    /// Writes like an app, regardless of existing records.
    func write(_ record: SampleRecord) {
        state.withLock { state in
            state.records.removeAll { $0.user == record.user && $0.number == record.number }
            state.records.append(record)
        }
    }

    /// Writes a record that a backfill copies.
    func copy(_ record: SampleRecord) {
        state.withLock { state in
            guard fault != .storesTwice else { return state.records.append(record) }
            if let index = state.records.firstIndex(where: { $0.user == record.user && $0.number == record.number }) {
                let present = state.records[index].modified
                let isOlder = present < record.modified || fault == .overwritesNewer
                if isOlder && fault != .keepsOlder || fault == .overwritesSame && present == record.modified {
                    state.records[index] = record
                }
            } else {
                state.records.append(record)
            }
        }
    }

    func page(
        of user: String,
        in range: BackfillRange,
        after cursor: String?,
        limit: Int
    ) async throws -> BackfillPage<SampleRecord> {
        let last = cursor.flatMap { Int($0) } ?? -1
        let page = records(of: user).filter { range.contains($0.modified) && $0.number > last }
            .sorted { $0.number < $1.number }.prefix(limit)
        return BackfillPage(Array(page), cursor: page.last.map { "\($0.number)" })
    }

    func count(of user: String, in range: BackfillRange) async throws -> Int? {
        records(of: user).count { range.contains($0.modified) }
    }

    private func name(of user: String) -> String { fault == .sharesCheckpoints ? "shared" : user }

    func checkpoint(of user: String) async throws -> BackfillCheckpoint? {
        try state.withLock { $0.checkpoints[name(of: user)] }.map { try BackfillCheckpoint(text: $0) }
    }

    func commit(_ batch: BackfillBatch<SampleRecord>) async throws {
        if fault == .skipsKnownCheckpoints, batch.previous == batch.checkpoint { return }
        if fault == .checksOutsideTheLock {
            guard try await checkpoint(of: batch.user) == batch.previous else { throw BackfillError.conflict }
            // As if the read took long enough for the other commit to check, too.
            if batch.isRival {
                let number = checks.withLock { checks in
                    checks += 1
                    return checks
                }
                await checks.until { $0 >= number + number % 2 }
            }
        }
        let records = fault == .leavesOutLast ? batch.records.dropLast() : batch.records[...]
        if fault == .isHalfCanceled {
            for record in records { copy(record) }
            if batch.isCanceled { await untilCanceled() }
            try Task.checkCancellation()
        }
        try keep(batch)
        for record in records { copy(record) }
    }

    /// Compares the checkpoint, and replaces it.
    private func keep(_ batch: BackfillBatch<SampleRecord>) throws {
        try state.withLock { state in
            let name = name(of: batch.user)
            let isFree = fault == .ignoresPrevious || fault == .checksOutsideTheLock
            guard isFree || state.checkpoints[name] == batch.previous?.text else { throw BackfillError.conflict }
            if fault == .forgetsCheckpoints || fault == .dropsEmptyBatches && batch.records.isEmpty { return }
            state.checkpoints[name] = batch.checkpoint.text
        }
    }
}

extension BackfillBatch {
    /// Whether this is one of two batches that the conformance suite commits at the same time.
    var isRival: Bool { checkpoint.text.contains("writer") }

    /// Whether the conformance suite cancels the task that commits this batch.
    var isCanceled: Bool { checkpoint.text.contains("round") && !isRival }
}

/// Waits until the current task is canceled.
private func untilCanceled() async {
    let (events, continuation) = AsyncStream<Void>.makeStream()
    for await _ in events {}
    continuation.finish()
}

/// A store of dual-write states that violates one requirement.
final class BrokenDualWrites: DualWriteStore {
    enum Fault {
        case forgets, sharesUsers, losesChanges, returnsOld
    }

    private let states = Mutex<[String: DualWriteState]>([:])
    private let fault: Fault
    /// The number of simultaneous changes that have read the old state.
    private let reads = Watched(0)

    init(_ fault: Fault) {
        self.fault = fault
    }

    /// Whether a state is one of those that the conformance suite's simultaneous writers count with.
    private func isCount(_ state: DualWriteState) -> Bool {
        state.old == nil && state.new.map { (1...1_000).contains($0.millisecondsSince1970) } ?? false
    }

    func opened() -> BrokenDualWrites {
        if fault == .forgets { states.withLock { $0 = [:] } }
        return self
    }

    func update(
        _ user: String,
        _ change: @escaping @Sendable (DualWriteState) -> DualWriteState
    ) async throws -> DualWriteState {
        let name = fault == .sharesUsers ? user.lowercased() : user
        let old = states.withLock { $0[name] } ?? .initial
        let new = change(old)
        if fault == .losesChanges, isCount(new) {
            // As if the first change were so slow that another one reads the same state.
            let number = reads.withLock { reads in
                reads += 1
                return reads
            }
            if number == 1 { await reads.until { $0 > 1 } }
        }
        states.withLock { $0[name] = new }
        return fault == .returnsOld ? old : new
    }
}
