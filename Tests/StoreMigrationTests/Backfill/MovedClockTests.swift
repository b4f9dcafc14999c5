import FeatureToggles
import TestSupport
import Testing
import ToggleBase

@testable import StoreMigration

/// A migration during which the clock is set an hour forward or back between any two steps.
struct MovedClockTests {
    /// Why the new store misses a write.
    enum Omission: CaseIterable {
        case failedHalf, stageOff
    }

    /// One user's move, with a clock for each step.
    private struct Move {
        let time = ManualTime.passing()
        let toggles = InMemoryToggles(.set(.bookStore, to: .off))
        let dualWrites = InMemoryDualWriteStore()
        let old = InMemoryRecordStore()
        let new = InMemoryRecordStore()
        let migration: Migration

        init() {
            migration = Migration(
                .bookStore,
                toggles: toggles,
                dualWrites: dualWrites,
                environment: time.environment
            )
        }

        /// Writes a note like apps should, with a later time than its previous one.
        ///
        /// - Parameters:
        ///   - id: The identity of the note.
        ///   - stage: The stage.
        ///   - clock: The offset of the clock when the note gets its time.
        ///   - start: The offset of the clock when the write begins.
        ///   - later: The offset of the clock before the write ends.
        ///   - isHalf: Whether the new store fails.
        /// - Throws: The error of the old store, which never fails here.
        func write(
            _ id: Int,
            in stage: MigrationStage,
            _ clock: Duration,
            startingAt start: Duration? = nil,
            then later: Duration? = nil,
            isHalf: Bool = false
        ) async throws {
            step(clock)
            toggles.apply(.set(.bookStore, to: stage))
            let now = time.now
            let note = Note(id: id, modified: max(now, old.notes[id]?.modified.next ?? now), text: "\(id) at \(now)")
            if let start { step(start) }
            try await migration.write(dated: note.modified) { () async throws in
                old.write(note)
                if let later { step(later) }
            } new: { () async throws in
                if isHalf { throw StoreError() }
                new.write(note)
            }
        }

        func step(_ clock: Duration) {
            time.advance(.seconds(60))
            time.setWall(ahead: clock)
        }

        func backfill(_ clock: Duration) async throws -> BackfillStatus {
            step(clock)
            return try await Backfill(
                from: old,
                to: new,
                dualWrites: dualWrites,
                options: BackfillOptions(batchSize: 2, lookback: .zero),
                environment: time.environment
            ).run(Migration.deviceUser)
        }
    }

    @Test(arguments: Omission.allCases)
    func movedClockLosesNothing(omission: Omission) async throws {
        let offsets = [Duration.zero, .seconds(3_600), .seconds(-3_600)]
        let steps = 6
        var combinations = 1
        for _ in 0..<steps { combinations *= offsets.count }
        for number in 0..<combinations {
            var rest = number
            let clocks = (0..<steps).map { _ in
                defer { rest /= offsets.count }
                return offsets[rest % offsets.count]
            }
            let move = Move()
            try await move.write(1, in: .off, clocks[0])
            try await move.write(2, in: .dualwrite, clocks[1])
            #expect(try await move.backfill(clocks[0]).isDone)
            #expect(move.new.notes == move.old.notes, "first copy, \(clocks)")
            let stage: MigrationStage = omission == .stageOff ? .off : .dualwrite
            try await move.write(3, in: stage, clocks[2], startingAt: clocks[5], then: clocks[3], isHalf: true)
            try await move.write(1, in: stage, clocks[3], startingAt: clocks[5], isHalf: true)
            try await move.write(4, in: .dualwrite, clocks[4])
            #expect(try await move.backfill(clocks[1]).isDone)
            #expect(move.new.notes == move.old.notes, "second copy, \(clocks)")
        }
    }

    @Test func unsavedStateKeepsEarliestTime() async throws {
        let move = Move()
        try await move.write(1, in: .dualwrite, .zero)
        #expect(try await move.backfill(.zero).isDone)
        let failing = Mutex(true)
        struct Failing: DualWriteStore {
            let store: InMemoryDualWriteStore
            let isFailing: @Sendable () -> Bool

            func update(
                _ user: String,
                _ change: @escaping @Sendable (DualWriteState) -> DualWriteState
            ) async throws -> DualWriteState {
                if isFailing() { throw StoreError() }
                return try await store.update(user, change)
            }
        }
        let migration = Migration(
            .bookStore,
            toggles: move.toggles,
            dualWrites: Failing(store: move.dualWrites) { failing.withLock { $0 } },
            environment: move.time.environment
        )
        for clock in [Duration.seconds(-3_600), .zero, .seconds(3_600)] {
            move.step(clock)
            let note = Note(id: 2, modified: move.time.now)
            if clock < .zero { move.old.write(note) }
            try await migration.write { () async throws in
            } new: { () async throws in
                throw StoreError()
            }
        }
        failing.withLock { $0 = false }
        try await migration.beginDualWrites()
        #expect(try await move.backfill(.zero).isDone)
        #expect(move.new.notes == move.old.notes)
    }

    @Test func externalWriteIsCopiedRegardlessOfTime() async throws {
        let move = Move()
        try await move.write(1, in: .dualwrite, .zero)
        #expect(try await move.backfill(.zero).isDone)
        move.old.write(Note(id: 2, modified: .beginning.next))
        try await move.migration.markIncomplete(.new)
        try await move.migration.beginDualWrites()
        #expect(try await move.backfill(.zero).isDone)
        #expect(move.new.notes == move.old.notes)
    }
}
