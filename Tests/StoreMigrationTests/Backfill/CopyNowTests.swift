import TestSupport
import Testing
import ToggleBase

@testable import StoreMigration

/// Records that are copied before the backfill reaches them.
struct CopyNowTests: BackfillSuite {
    let time = ManualTime.passing()
    let dualWrites = InMemoryDualWriteStore()

    /// A destination that calls a closure before each commit, after the caller has read the checkpoint.
    private struct Interrupted: BackfillDestination {
        let store: InMemoryRecordStore
        let interrupt: @Sendable (BackfillBatch<Note>) async throws -> Void

        func checkpoint(of user: String) async throws -> BackfillCheckpoint? { try await store.checkpoint(of: user) }

        func commit(_ batch: BackfillBatch<Note>) async throws {
            try await interrupt(batch)
            try await store.commit(batch)
        }
    }

    private func interrupted(
        _ old: InMemoryRecordStore,
        _ new: InMemoryRecordStore,
        by interrupt: @escaping @Sendable (BackfillBatch<Note>) async throws -> Void
    ) -> Backfill<InMemoryRecordStore, Interrupted> {
        Backfill(
            from: old,
            to: Interrupted(store: new, interrupt: interrupt),
            dualWrites: dualWrites,
            options: BackfillOptions(batchSize: 10, lookback: .zero),
            environment: time.environment
        )
    }

    @Test func recordCopiedEarlyIsCountedOnce() async throws {
        let (old, new) = (InMemoryRecordStore(notes(25)), InMemoryRecordStore())
        let backfill = backfill(old, new)
        let note = notes(25)[20]
        // Before the dual writes, before the run, and again.
        #expect(try await backfill.copyNow(note, of: "ada"))
        #expect(new.notes == [20: note])
        #expect(try await backfill.status(of: "ada") == .waiting(.dualWrites))
        try await begin(at: 100)
        #expect(try await backfill.copyNow(note, of: "ada"))
        #expect(try await backfill.copyNow(all: [note, notes(25)[3]], of: "ada"))
        #expect(try await backfill.status(of: "ada") == .waiting(.run))
        var totals: Set<Int?> = []
        #expect(try await backfill.run("ada") { totals.insert($0.total) } == .done(copied: 25))
        #expect(totals == [25] && new.notes == old.notes)
    }

    @Test func finishedBackfillHasEveryRecord() async throws {
        let (old, new) = (InMemoryRecordStore(notes(5)), InMemoryRecordStore())
        try await begin(at: 100)
        let backfill = backfill(old, new)
        try await backfill.run("ada")
        let commits = new.copies
        #expect(try await !backfill.copyNow(notes(5)[2], of: "ada"))
        #expect(try await !backfill.copyNow(all: [], of: "ada"))
        #expect(new.copies == commits)
    }

    @Test func newerRecordIsKept() async throws {
        let (old, new) = (InMemoryRecordStore(notes(5)), InMemoryRecordStore())
        let newer = Note(id: 2, modified: moment(50), text: "newer")
        new.write(newer)
        try await backfill(old, new).copyNow(notes(5)[2], of: "ada")
        #expect(new.notes == [2: newer])
    }

    /// The first commit of the backfill, and each later one, is preceded by a record that is copied at once.
    @Test func backfillIsNotDisturbed() async throws {
        let (old, new) = (InMemoryRecordStore(notes(35)), InMemoryRecordStore())
        try await begin(at: 100)
        let plain = backfill(old, new)
        let all = notes(35)
        let numbers = Mutex([34, 0, 17, 9, 30])
        let disturbed = interrupted(old, new) { _ in
            guard let number = numbers.withLock({ $0.popLast() }) else { return }
            try await plain.copyNow(all[number], of: "ada")
        }
        #expect(try await disturbed.run("ada") == .done(copied: 35))
        #expect(numbers.withLock(\.isEmpty) && new.notes == old.notes)
    }

    /// Between reading the checkpoint and committing the record, the backfill commits a batch.
    @Test func copyIsRepeatedAfterConflict() async throws {
        let (old, new) = (InMemoryRecordStore(notes(35)), InMemoryRecordStore())
        try await begin(at: 100)
        new.fail(atCommit: 2, isStored: false)
        let plain = backfill(old, new)
        await #expect(throws: StoreError.self) { try await plain.run("ada") }
        let attempts = Mutex(0)
        let disturbed = interrupted(old, new) { _ in
            let attempt = attempts.withLock { count in
                count += 1
                return count
            }
            guard attempt == 1 else { return }
            new.fail(atCommit: 1, isStored: true)
            await #expect(throws: StoreError.self) { try await plain.run("ada") }
        }
        #expect(try await disturbed.copyNow(notes(35)[34], of: "ada"))
        #expect(attempts.withLock { $0 } == 2 && new.notes[34] == notes(35)[34])
        #expect(try await plain.run("ada") == .done(copied: 35))
        #expect(new.notes == old.notes)
    }

    @Test func hopelessConflictIsReported() async throws {
        let (old, new) = (InMemoryRecordStore(notes(1)), InMemoryRecordStore())
        let attempts = Mutex(0)
        let disturbed = interrupted(old, new) { _ in
            attempts.withLock { $0 += 1 }
            throw BackfillError.conflict
        }
        await #expect(throws: BackfillError.conflict) { try await disturbed.copyNow(notes(1)[0], of: "ada") }
        #expect(attempts.withLock { $0 } == 100 && time.slept.count == 89)
    }

    @Test func secondBackfillStillConflicts() async throws {
        let (old, new) = (InMemoryRecordStore(notes(35)), InMemoryRecordStore())
        try await begin(at: 100)
        let plain = backfill(old, new)
        let isFirst = Mutex(true)
        let second = interrupted(old, new) { _ in
            let isFirst = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            guard isFirst else { return }
            new.fail(atCommit: 1, isStored: false)
            await #expect(throws: StoreError.self) { try await plain.run("ada") }
        }
        await #expect(throws: BackfillError.conflict) { try await second.run("ada") }
    }
}
