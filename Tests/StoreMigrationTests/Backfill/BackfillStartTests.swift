import TestSupport
import Testing
import ToggleBase

@testable import StoreMigration

/// Successive starts of dual writes, and the records that are copied for each of them.
struct BackfillStartTests: BackfillSuite {
    let time = ManualTime.passing()
    let dualWrites = InMemoryDualWriteStore()

    @Test func restartedDualWritesCopyMissedWrites() async throws {
        let (old, new) = (InMemoryRecordStore(notes(20)), InMemoryRecordStore())
        try await begin(at: 20)
        let backfill = backfill(old, new)
        try await backfill.run("ada")
        for note in notes(5, from: 20) { old.write(note) }
        try await begin(at: 30, missingSince: 20)
        #expect(try await backfill.status(of: "ada") == .waiting(.run))
        #expect(try await backfill.run("ada") == .done(copied: 25))
        #expect(new.notes == old.notes && new.copies.values.allSatisfy { $0 == 1 })
        #expect(old.ranges.last == BackfillRange(from: moment(20)))
        #expect(try await backfill.run("ada") == .done(copied: 25), "nothing is left to copy")
    }

    @Test func omissionsAreCopiedFromEarliest() async throws {
        let (old, new) = (InMemoryRecordStore(notes(20)), InMemoryRecordStore())
        try await begin(at: 20)
        let backfill = backfill(old, new)
        try await backfill.run("ada")
        try await begin(at: 30, missingSince: 15)
        try await begin(at: 40, missingSince: 38)
        try await backfill.run("ada")
        #expect(old.ranges.last == BackfillRange(from: moment(15)))
        try await begin(at: 50, missingSince: 48)
        try await backfill.run("ada")
        #expect(old.ranges.last == BackfillRange(from: moment(48)), "copied omissions no longer count")
    }

    @Test func forgottenStartIsCopiedFromTheBeginning() async throws {
        let (old, new) = (InMemoryRecordStore(notes(20)), InMemoryRecordStore())
        try await begin(at: 20)
        let backfill = backfill(old, new)
        try await backfill.run("ada")
        // A store that keeps only the two starts.
        let later = moment(30)
        try await dualWrites.update("ada") { DualWriteState(old: $0.old, new: later) }
        try await backfill.run("ada")
        #expect(old.ranges.last == .everything)
        // More omissions than the state keeps.
        for second in Int64(0)...8 { try await begin(at: 40 + second, missingSince: 39) }
        #expect(try await dualWrites.state(of: "ada").omissions.count == 8)
        try await backfill.run("ada")
        #expect(old.ranges.last == .everything)
    }

    @Test func sameRunFollowsMovedStart() async throws {
        let (old, new) = (InMemoryRecordStore(notes(20)), InMemoryRecordStore())
        try await begin(at: 15)
        let moved = moment(20)
        let hasMoved = Mutex(false)
        let store = dualWrites
        struct Moving: DualWriteStore {
            let store: InMemoryDualWriteStore
            let afterward: @Sendable () async throws -> Void

            func update(
                _ user: String,
                _ change: @escaping @Sendable (DualWriteState) -> DualWriteState
            ) async throws -> DualWriteState {
                let state = try await store.update(user, change)
                try await afterward()
                return state
            }
        }
        let moving = Moving(store: store) {
            guard
                hasMoved.withLock({ isMoved in
                    defer { isMoved = true }; return !isMoved
                })
            else { return }
            try await store.update("ada") { state in
                var state = state
                state.miss(.new, since: moved)
                state.new = moved.next
                return state
            }
        }
        let backfill = Backfill(
            from: old,
            to: new,
            dualWrites: moving,
            options: BackfillOptions(lookback: .seconds(3)),
            environment: time.environment
        )
        #expect(try await backfill.run("ada") == .done(copied: 23), "the lookback includes existing records again")
        #expect(new.notes == old.notes)
    }
}
