import TestSupport
import Testing

@testable import StoreMigration

/// The rate and the total of a backfill.
struct BackfillPaceTests: BackfillSuite {
    let time = ManualTime.passing()
    let dualWrites = InMemoryDualWriteStore()

    @Test func rateAppliesAcrossSmallUsers() async throws {
        struct Many: BackfillSource, BackfillDestination {
            let stores: [String: InMemoryRecordStore]

            func page(
                of user: String,
                in range: BackfillRange,
                after cursor: String?,
                limit: Int
            ) async throws -> BackfillPage<Note> {
                try await stores[user]?.page(of: user, in: range, after: cursor, limit: limit)
                    ?? BackfillPage([], cursor: nil)
            }
            func checkpoint(of user: String) async throws -> BackfillCheckpoint? {
                try await stores[user]?.checkpoint(of: user)
            }
            func commit(_ batch: BackfillBatch<Note>) async throws { try await stores[batch.user]?.commit(batch) }
        }
        let users = (0..<5).map { "user \($0)" }
        for user in users { try await begin(at: 100, for: user) }
        func stores(_ count: Int) -> Many {
            Many(stores: Dictionary(uniqueKeysWithValues: users.map { ($0, InMemoryRecordStore(notes(count))) }))
        }
        let backfill = Backfill(
            from: stores(10),
            to: stores(0),
            dualWrites: dualWrites,
            options: BackfillOptions(batchSize: 50, recordsPerSecond: 20),
            environment: time.environment
        )
        let began = time.now
        #expect(try await backfill.run(users: users) { _, _ in }.done == 5)
        #expect(time.slept == Array(repeating: .milliseconds(500), count: 5))
        #expect(time.now == began.advanced(by: .seconds(2.5)))
        // Users who are done take no time, and idle time is not made up for.
        #expect(try await backfill.run(users: users) { _, _ in }.done == 5)
        #expect(time.slept.count == 5)
    }

    @Test func totalCountsRecordsOfThisRun() async throws {
        let (old, new) = (InMemoryRecordStore(notes(30)), InMemoryRecordStore())
        try await begin(at: 100)
        let backfill = backfill(old, new)
        new.fail(atCommit: 2, isStored: true)
        var totals: [Int?] = []
        await #expect(throws: StoreError.self) { try await backfill.run("ada") { totals.append($0.total) } }
        #expect(totals == [30])
        // 20 records are already copied. The start has moved since, so missed records are copied in a second pass.
        for note in notes(5, from: 100) { old.write(note) }
        totals = []
        try await begin(at: 110, missingSince: 100)
        var last: BackfillProgress?
        try await backfill.run("ada") { progress in
            totals.append(progress.total)
            last = progress
        }
        #expect(totals == [15, 15, 20] && last?.copiedInRun == 20)
    }

    @Test func rateIsLimited() async throws {
        let (old, new) = (InMemoryRecordStore(notes(1_000)), InMemoryRecordStore())
        try await begin(at: 2_000)
        var last: BackfillProgress?
        try await backfill(old, new, BackfillOptions(batchSize: 50, recordsPerSecond: 200)).run("ada") { last = $0 }
        #expect(time.slept == Array(repeating: .milliseconds(250), count: 20))
        #expect(last?.copiedInRun == 1_000 && last?.total == 1_000 && last?.elapsed == .seconds(5))
        #expect(last?.recordsPerSecond == 200)
    }
}
