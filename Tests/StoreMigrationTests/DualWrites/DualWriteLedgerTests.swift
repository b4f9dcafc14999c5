import FeatureToggles
import TestSupport
import Testing

@testable import StoreMigration

/// The start from which a store has every write, after operations of all kinds.
struct DualWriteLedgerTests {
    private let time = ManualTime.passing()
    private let store = InMemoryDualWriteStore()
    private let toggles = InMemoryToggles()
    private let ada = EvaluationContext(targetingKey: "ada")

    private var migration: Migration {
        Migration(.bookStore, toggles: toggles, dualWrites: store, environment: time.environment)
    }

    /// Returns when a store began to receive every write, in milliseconds since the start of the test.
    private func start(_ origin: MigrationOrigin, of user: String = "ada") async throws -> Int64? {
        guard let start = try await store.state(of: user)[origin], start != .beginning else {
            return try await store.state(of: user)[origin] == nil ? nil : -1
        }
        return start.millisecondsSince1970 - ManualTime.start * 1_000
    }

    /// Writes once, a second after the previous write.
    private func write(
        _ migration: Migration,
        in stage: MigrationStage,
        failing: MigrationOrigin? = nil
    ) async {
        time.advance(.seconds(1))
        toggles.apply(.set(.bookStore, to: stage))
        try? await migration.write(for: ada) { () async throws in
            if failing == .old { throw StoreError() }
        } new: { () async throws in
            if failing == .new { throw StoreError() }
        }
    }

    /// Writes, and the resulting starts of both stores; -1 means from the beginning.
    private struct Story: CustomStringConvertible {
        let writes: [(MigrationStage, failing: MigrationOrigin?)]
        let old: Int64?
        let new: Int64?

        var description: String { writes.map { "\($0) \($1.map { "\($0) fails" } ?? "ok")" }.joined(separator: ", ") }
    }

    private static let stories: [Story] = [
        Story(writes: [(.off, nil)], old: -1, new: nil),
        Story(writes: [(.dualwrite, nil)], old: -1, new: 1_001),
        Story(writes: [(.dualwrite, nil), (.dualwrite, nil), (.shadow, nil), (.live, nil)], old: -1, new: 1_001),
        Story(writes: [(.off, nil), (.dualwrite, nil)], old: -1, new: 2_001),
        // The authoritative write failed, so neither store has it.
        Story(writes: [(.dualwrite, .old)], old: -1, new: 1_001),
        // A write that one store misses, and a following one to both stores.
        Story(writes: [(.dualwrite, nil), (.dualwrite, .new)], old: -1, new: nil),
        Story(writes: [(.dualwrite, nil), (.dualwrite, .new), (.dualwrite, nil)], old: -1, new: 3_001),
        // A user without a state while the new store is authoritative: the content of the old one is unknown.
        Story(writes: [(.live, nil)], old: 1_001, new: 1_001),
        Story(writes: [(.rampdown, nil), (.dualwrite, nil)], old: 1_001, new: 1_001),
        Story(writes: [(.complete, nil)], old: nil, new: nil),
        Story(writes: [(.dualwrite, nil), (.live, nil)], old: -1, new: 1_001),
        Story(writes: [(.live, nil), (.live, .old)], old: nil, new: 1_001),
        Story(writes: [(.live, nil), (.live, .old), (.live, nil)], old: 3_001, new: 1_001),
        // Back to only the old store, and forward again.
        Story(writes: [(.dualwrite, nil), (.off, nil)], old: -1, new: nil),
        Story(writes: [(.dualwrite, nil), (.off, nil), (.dualwrite, nil)], old: -1, new: 3_001),
        // To only the new store, and back.
        Story(writes: [(.rampdown, nil), (.complete, nil)], old: nil, new: 1_001),
        Story(writes: [(.rampdown, nil), (.complete, nil), (.rampdown, nil)], old: 3_001, new: 1_001),
    ]

    @Test func storeIsCompleteSinceFirstUnmissedWrite() async throws {
        for story in Self.stories {
            let test = DualWriteLedgerTests()
            let migration = test.migration
            for (stage, failing) in story.writes { await test.write(migration, in: stage, failing: failing) }
            #expect(try await test.start(.old) == story.old, "\(story)")
            #expect(try await test.start(.new) == story.new, "\(story)")
        }
    }

    @Test func usersHaveSeparateStarts() async throws {
        let migration = migration
        await write(migration, in: .dualwrite)
        time.advance(.seconds(9))
        await migration.write(for: EvaluationContext(targetingKey: "grace")) {
        } new: {
        }
        await migration.write {
        } new: {
        }
        #expect(try await start(.new) == 1_001)
        #expect(try await start(.new, of: "grace") == 10_001)
        #expect(try await start(.new, of: Migration.deviceUser) == 10_001)
        #expect(try await start(.new, of: "nobody") == nil)
    }

    @Test func dualWritesWaitForPendingSingleWrites() async throws {
        let migration = migration
        toggles.apply(.set(.bookStore, to: .off))
        try await migration.write(for: ada) { () async throws in
            // The stage changes, and another write begins while this one is still writing only to the old store.
            await write(migration, in: .dualwrite)
            #expect(try await start(.new) == nil)
            time.advance(.seconds(1))
        } new: {
        }
        #expect(try await start(.new) == nil)
        await write(migration, in: .dualwrite)
        #expect(try await start(.new) == 3_001, "after every write that the new store misses")
    }

    @Test func startsAreUnique() async throws {
        let migration = migration
        await write(migration, in: .dualwrite)
        var starts = [try await start(.new)]
        // A backfill may have run for each of them, all within a millisecond.
        for _ in 0..<3 {
            try await migration.markIncomplete(.new, for: ada)
            try await migration.beginDualWrites(for: ada)
            starts.append(try await start(.new))
        }
        #expect(starts == [1_001, 1_002, 1_003, 1_004])
        // Starts are unique even if the clock is set back.
        time.setWall(ahead: .seconds(-1))
        try await migration.markIncomplete(.new, for: ada)
        try await migration.beginDualWrites(for: ada)
        #expect(try await start(.new) == 1_005)
    }

    @Test func missedWriteCanBeMarked() async throws {
        let migration = migration
        await write(migration, in: .dualwrite)
        try await migration.markIncomplete(.new, for: ada)
        #expect(try await start(.new) == nil)
        await write(migration, in: .dualwrite)
        #expect(try await start(.new) == 2_001)
    }

    @Test func unsavedStateIsMeasuredWithoutStoppingWrites() async throws {
        struct Broken: DualWriteStore {
            func update(
                _ user: String,
                _ change: @escaping @Sendable (DualWriteState) -> DualWriteState
            ) async throws -> DualWriteState { throw StoreError() }
        }
        for stage in MigrationStage.allCases {
            toggles.apply(.set(.bookStore, to: stage))
            let migration = Migration(.bookStore, toggles: toggles, dualWrites: Broken(), environment: time.environment)
            var measurements = migration.measurements.makeAsyncIterator()
            #expect(
                await migration.write {
                    "done"
                } new: {
                    "done"
                } == "done"
            )
            #expect(await measurements.next()?.stateError is StoreError)
            #expect(migration.summary.stateErrors == 1)
            _ = await migration.read {
                1
            } new: {
                1
            }
            #expect(await measurements.next()?.stateError == nil, "reads store no state")
        }
    }
}
