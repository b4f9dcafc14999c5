import FeatureToggles
import TestSupport
import Testing
import ToggleBase

@testable import StoreMigration

/// Writes that skip a store while the state can't be stored, are canceled, or are unknown to another process.
struct OwedMarksTests {
    /// A store that can't store anything while it is full, and fails when the task is canceled.
    private final class FullStore: DualWriteStore {
        let store = InMemoryDualWriteStore()
        let asked = Mutex(0)
        private let failures = Mutex(0)

        /// Makes a number of updates fail.
        func fail(_ count: Int) {
            failures.withLock { $0 = count }
        }

        func update(
            _ user: String,
            _ change: @escaping @Sendable (DualWriteState) -> DualWriteState
        ) async throws -> DualWriteState {
            asked.withLock { $0 += 1 }
            try Task.checkCancellation()
            let fails = failures.withLock { failures in
                failures -= 1
                return failures >= 0
            }
            if fails {
                // It reads the state before it fails.
                _ = change(try await store.state(of: user))
                throw StoreError(text: "the disk is full")
            }
            return try await store.update(user, change)
        }
    }

    private let time = ManualTime.passing()
    private let store = FullStore()
    private let toggles = InMemoryToggles()
    private let ada = EvaluationContext(targetingKey: "ada")

    private func migration() -> Migration {
        Migration(.bookStore, toggles: toggles, dualWrites: store, environment: time.environment)
    }

    private func write(_ migration: Migration, in stage: MigrationStage, failing: MigrationOrigin? = nil) async {
        time.advance(.seconds(1))
        toggles.apply(.set(.bookStore, to: stage))
        try? await migration.write(for: ada) { () async throws in
            if failing == .old { throw StoreError() }
        } new: { () async throws in
            if failing == .new { throw StoreError() }
        }
    }

    /// Returns when the new store began to receive every write, in milliseconds since the start of the test.
    private func start() async throws -> Int64? {
        try await store.store.state(of: "ada").new.map { $0.millisecondsSince1970 - ManualTime.start * 1_000 }
    }

    @Test(arguments: [(.dualwrite, .new, 1), (.off, nil, 2)] as [(MigrationStage, MigrationOrigin?, Int)])
    func unrecordedMissIsRecordedWithNextWrite(
        stage: MigrationStage,
        failing: MigrationOrigin?,
        failures: Int
    ) async throws {
        let migration = migration()
        await write(migration, in: .dualwrite)
        #expect(try await start() == 1_001)
        store.fail(failures)
        await write(migration, in: stage, failing: failing)
        #expect(migration.summary.stateErrors == 1)
        #expect(try await start() == 1_001, "nothing could be stored")
        await write(migration, in: .dualwrite)
        #expect(try await start() == 3_001, "a new start, after the missed write")
        await write(migration, in: .dualwrite)
        #expect(try await start() == 3_001 && migration.summary.stateErrors == 1)
    }

    @Test func owedMarksStayUntilUpdateSucceeds() async throws {
        let migration = migration()
        await write(migration, in: .dualwrite)
        store.fail(4)
        await #expect(throws: StoreError.self) { try await migration.markIncomplete(.new, for: ada) }
        // The store fails before and after the write.
        await write(migration, in: .shadow)
        #expect(try await start() == 1_001)
        store.fail(1)
        await write(migration, in: .shadow)
        #expect(try await start() == 3_001, "the store accepts the mark after the write")
    }

    @Test func canceledWriteRecordsTheMissedStore() async throws {
        let migration = migration()
        await write(migration, in: .dualwrite)
        toggles.apply(.set(.bookStore, to: .off))
        await Task { [ada] in
            withUnsafeCurrentTask { $0?.cancel() }
            await migration.write(for: ada) {
            } new: {
            }
        }.value
        #expect(try await start() == nil && migration.summary.stateErrors == 0)
    }

    @Test func singleWriteRevertsStartOfOtherProcess() async throws {
        let (mine, theirs) = (migration(), migration())
        toggles.apply(.set(.bookStore, to: .off))
        try await mine.write(for: ada) { () async throws in
            // Another process, which is unaware of this write.
            await write(theirs, in: .dualwrite)
            #expect(try await start() == 1_001)
            time.advance(.seconds(1))
        } new: {
        }
        #expect(try await start() == nil)
        await write(mine, in: .dualwrite)
        #expect(try await start() == 3_001)
    }

    @Test func processForgetsStateAfterAWhile() async throws {
        let (mine, theirs) = (migration(), migration())
        await write(mine, in: .dualwrite)
        let asked = store.asked.withLock { $0 }
        await write(mine, in: .dualwrite)
        #expect(store.asked.withLock { $0 } == asked, "remembered")
        await write(theirs, in: .off)
        await write(mine, in: .dualwrite)
        #expect(try await start() == nil, "still remembered")
        time.advance(DualWriteLedger.memory)
        await write(mine, in: .dualwrite)
        #expect(try await start() == 65_001)
    }

    /// Beginning dual writes before a backfill doesn't rely on the memory of this process.
    @Test func startReadsOmissionsOfOtherProcesses() async throws {
        let (mine, theirs) = (migration(), migration())
        await write(mine, in: .dualwrite)
        await write(theirs, in: .off)
        #expect(try await start() == nil)
        toggles.apply(.set(.bookStore, to: .dualwrite))
        #expect(try await mine.beginDualWrites(for: ada))
        #expect(try await start() == 2_001)
    }

    @Test func beginReturnsWhetherWrittenStoresBegan() async throws {
        let migration = migration()
        for stage in MigrationStage.allCases {
            toggles.apply(.set(.bookStore, to: stage))
            #expect(try await migration.beginDualWrites(for: ada) == (stage != .off), "\(stage)")
        }
        toggles.apply(.set(.bookStore, to: .off))
        try await migration.write(for: ada) { () async throws in
            toggles.apply(.set(.bookStore, to: .dualwrite))
            #expect(try await !migration.beginDualWrites(for: ada), "a write to only the old store is running")
        } new: {
        }
        #expect(try await migration.beginDualWrites(for: ada))
        store.fail(1)
        await #expect(throws: StoreError.self) { try await migration.beginDualWrites(for: ada) }
        toggles.apply(.set(.bookStore, to: .shadow))
        #expect(try await !Migration(.bookStore, toggles: toggles).beginDualWrites(for: ada), "no state is stored")
    }
}
