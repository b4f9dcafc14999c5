import FeatureToggles
import Testing

@testable import StoreMigration

/// Starts of dual writes that follow one another, and what is copied for each of them.
struct BackfillStartTests: BackfillSuite {
    let time = TestTime()
    let dualWrites = InMemoryDualWriteStore()

    @Test func anOverlapDoesNotHideThatDualWritesBeginAnew() async throws {
        let (old, new) = (MemoryStore(notes(12)), MemoryStore())
        let backfill = backfill(old, new, BackfillOptions(overlap: .seconds(60), lookback: .zero))
        try await begin(at: 12)
        try await backfill.run("ada")
        // Within the overlap of the first start, the new store misses some.
        for note in notes(5, from: 12) { old.write(note) }
        try await begin(at: 20)
        #expect(try await backfill.status(of: "ada") == .waiting(.run))
        try await backfill.run("ada")
        #expect(new.notes == old.notes)
        #expect(old.ranges.last == BackfillRange(from: moment(12), before: moment(80)))
    }

    @Test func aStartByAClockThatWasSetBackIsCopiedFor() async throws {
        let (old, new) = (MemoryStore(notes(20)), MemoryStore())
        try await begin(at: 100)
        let backfill = backfill(old, new)
        try await backfill.run("ada")
        // The clock was set back, and the new store missed some before dual writes began anew.
        for note in notes(5, from: 30) { old.write(note) }
        try await begin(at: 40)
        #expect(try await backfill.status(of: "ada") == .waiting(.run))
        #expect(try await backfill.run("ada") == .done(copied: 45))
        #expect(new.notes == old.notes && old.ranges.last == BackfillRange(from: nil, before: moment(40)))
        #expect(try await backfill.run("ada") == .done(copied: 45), "and then it is done")
    }

    @Test func dualWritesThatBeginAnewAreFollowedByWhatLiesBetween() async throws {
        let (old, new) = (MemoryStore(notes(20)), MemoryStore())
        try await begin(at: 20)
        let backfill = backfill(old, new)
        try await backfill.run("ada")
        // The new store missed some, and dual writes begin anew.
        for note in notes(5, from: 20) { old.write(note) }
        try await begin(at: 30)
        #expect(try await backfill.status(of: "ada") == .waiting(.run))
        #expect(try await backfill.run("ada") == .done(copied: 25))
        #expect(new.notes == old.notes && new.copies.values.allSatisfy { $0 == 1 })
        #expect(old.ranges.last == BackfillRange(from: moment(20), before: moment(30)))
    }

    @Test func aStartThatMovesDuringARunIsFollowedInTheSameRun() async throws {
        let (old, new) = (MemoryStore(notes(20)), MemoryStore())
        try await begin(at: 15)
        let moved = moment(18)
        let hasMoved = Mutex(false)
        let store = dualWrites
        struct Moving: DualWriteStore {
            let store: InMemoryDualWriteStore
            let afterwards: @Sendable () async throws -> Void

            func update(
                _ user: String,
                _ change: @escaping @Sendable (DualWriteState) -> DualWriteState
            ) async throws -> DualWriteState {
                let state = try await store.update(user, change)
                try await afterwards()
                return state
            }
        }
        let moving = Moving(store: store) {
            guard
                hasMoved.withLock({ isMoved in
                    defer { isMoved = true }; return !isMoved
                })
            else { return }
            try await store.update("ada") { DualWriteState(old: $0.old, new: moved) }
        }
        let backfill = Backfill(
            from: old,
            to: new,
            dualWrites: moving,
            options: BackfillOptions(lookback: .seconds(3)),
            environment: time.environment
        )
        #expect(try await backfill.run("ada") == .done(copied: 21), "the lookback offers what is there once more")
        #expect(new.notes.keys.sorted() == Array(0..<18))
    }
}
