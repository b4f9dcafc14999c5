import TestSupport
import Testing

@testable import StoreMigration

struct BackfillTests: BackfillSuite {
    let time = ManualTime.passing()
    let dualWrites = InMemoryDualWriteStore()

    @Test func statusGoesFromWaitingToDone() async throws {
        let (old, new) = (InMemoryRecordStore(notes(25)), InMemoryRecordStore())
        let backfill = backfill(old, new)
        #expect(try await backfill.status(of: "ada") == .waiting(.dualWrites))
        #expect(try await backfill.run("ada") == .waiting(.dualWrites))
        #expect(new.notes.isEmpty && new.committed == nil)
        try await begin(at: 100)
        #expect(try await backfill.status(of: "ada") == .waiting(.run))
        var statuses: [BackfillStatus] = []
        let done = try await backfill.run("ada") { statuses.append($0.status) }
        #expect(statuses == [.running(copied: 10), .running(copied: 20), .done(copied: 25)])
        #expect(done == .done(copied: 25))
        #expect(try await backfill.status(of: "ada") == done)
        #expect(new.notes == old.notes && new.copies.values.allSatisfy { $0 == 1 })
        #expect(try await backfill.run("ada") == done, "the second run copies nothing")
        #expect(new.copies.values.allSatisfy { $0 == 1 })
    }

    @Test func futureRecordsAreCopied() async throws {
        let (old, new) = (InMemoryRecordStore(notes(30)), InMemoryRecordStore())
        try await begin(at: 12)
        try await backfill(old, new).run("ada")
        #expect(new.notes == old.notes)
    }

    @Test func dualWrittenRecordsAreKept() async throws {
        let (old, new) = (InMemoryRecordStore(notes(30)), InMemoryRecordStore())
        try await begin(at: 100)
        let newer = Note(id: 7, modified: moment(200), text: "newer")
        new.write(newer)
        try await backfill(old, new).run("ada")
        #expect(new.notes[7] == newer && new.notes.count == 30)
    }

    /// Stops at every commit, before or after storing, and continues.
    @Test(arguments: [true, false])
    func stoppedCopyResumesWhereItStopped(isStored: Bool) async throws {
        for count in [0, 1, 9, 10, 11, 20, 35] {
            for number in 0...(count / 10 + 1) {
                let (old, new) = (InMemoryRecordStore(notes(count)), InMemoryRecordStore())
                try await begin(at: 100)
                new.fail(atCommit: number, isStored: isStored)
                let backfill = backfill(old, new)
                await #expect(throws: StoreError.self) { try await backfill.run("ada") }
                let status = try await backfill.status(of: "ada")
                if number == 0, !isStored {
                    #expect(status == .waiting(.run))
                } else if number == count / 10 + 1, isStored {
                    #expect(status == .done(copied: count))
                } else {
                    #expect(status.word == "running")
                }
                #expect(try await backfill.run("ada") == .done(copied: count))
                #expect(new.notes == old.notes)
                #expect(new.copies.values.allSatisfy { $0 == 1 }, "\(count) notes, stopped at \(number)")
            }
        }
    }

    @Test func simultaneousCopiesDuplicateNothing() async throws {
        let (old, new) = (InMemoryRecordStore(notes(500)), InMemoryRecordStore())
        try await begin(at: 1_000)
        let backfill = backfill(old, new)
        let conflicts = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    do {
                        try await backfill.run("ada")
                        return false
                    } catch {
                        return error as? BackfillError == .conflict
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(conflicts < 4)
        try await backfill.run("ada")
        #expect(new.notes == old.notes && new.copies.values.allSatisfy { $0 == 1 })
    }

    @Test func canceledRunStopsBetweenBatches() async throws {
        let (old, new) = (InMemoryRecordStore(notes(100)), InMemoryRecordStore())
        try await begin(at: 1_000)
        let backfill = backfill(old, new)
        let run = Task {
            try await backfill.run("ada") { if $0.copiedInRun == 30 { withUnsafeCurrentTask { $0?.cancel() } } }
        }
        await #expect(throws: CancellationError.self) { try await run.value }
        #expect(try await backfill.status(of: "ada") == .running(copied: 30))
        #expect(try await backfill.run("ada") == .done(copied: 100))
    }

    @Test func endlessSourceIsRejected() async throws {
        struct Endless: BackfillSource {
            let cursor: String?
            let count: Int

            func page(
                of user: String,
                in range: BackfillRange,
                after cursor: String?,
                limit: Int
            ) async throws -> BackfillPage<Note> {
                let note = Note(id: 1, modified: .beginning)
                return BackfillPage(Array(repeating: note, count: count), cursor: self.cursor)
            }
        }
        try await begin(at: 1_000)
        for source in [
            Endless(cursor: "1", count: 10), Endless(cursor: nil, count: 10), Endless(cursor: "1", count: 11),
        ] {
            let options = BackfillOptions(batchSize: 10)
            let backfill = Backfill(from: source, to: InMemoryRecordStore(), dualWrites: dualWrites, options: options)
            await #expect {
                try await backfill.run("ada")
            } throws: { ($0 as? BackfillError)?.code == .source }
        }
    }

    @Test func failedUserDoesNotDelayOthers() async throws {
        struct OneStore: BackfillSource, BackfillDestination {
            let store: InMemoryRecordStore

            func page(
                of user: String,
                in range: BackfillRange,
                after cursor: String?,
                limit: Int
            ) async throws -> BackfillPage<Note> {
                if user == "bad" { throw StoreError() }
                return try await store.page(of: user, in: range, after: cursor, limit: limit)
            }
            func checkpoint(of user: String) async throws -> BackfillCheckpoint? {
                user == "ada" ? try await store.checkpoint(of: user) : nil
            }
            func commit(_ batch: BackfillBatch<Note>) async throws {
                if batch.user == "ada" { try await store.commit(batch) }
            }
        }
        for user in ["ada", "bad"] { try await begin(at: 100, for: user) }
        let new = InMemoryRecordStore()
        let backfill = Backfill(
            from: OneStore(store: InMemoryRecordStore(notes(3))),
            to: OneStore(store: new),
            dualWrites: dualWrites
        )
        var failures: [String] = []
        let counts = try await backfill.run(users: ["bad", "nobody", "ada"]) { user, _ in failures.append(user) }
        #expect(counts.done == 1 && counts.waiting == 1 && counts.failed == 1)
        #expect(failures == ["bad"] && new.notes.count == 3)
    }

    @Test func reverseBackfillFillsOldStore() async throws {
        let start = moment(50)
        try await dualWrites.update("ada") { _ in DualWriteState(old: start, new: .beginning) }
        let (old, new) = (InMemoryRecordStore(), InMemoryRecordStore(notes(60)))
        let backfill = Backfill(from: new, to: old, into: .old, dualWrites: dualWrites)
        #expect(try await backfill.run("ada") == .done(copied: 60))
        try await dualWrites.update("ada") { _ in DualWriteState(old: .beginning, new: start) }
        #expect(try await backfill.status(of: "ada").isDone, "the old store is complete from the beginning")
        let unknown = try await backfill.status(of: "nobody")
        #expect(unknown == .waiting(.dualWrites), "the content of the old store is unknown")
    }
}
