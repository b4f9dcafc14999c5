import ToggleBase

// Only these platforms have environment variables for a test.
#if os(macOS) || os(Linux)
import FeatureToggles
import FeatureTogglesTesting
import Foundation
import TestSupport
import Testing

@testable import StoreMigration

/// Writes records, and copies some of them at once, while a backfill runs.
@Suite(.timeLimit(.minutes(20))) struct CopyNowTortureTests {
    /// The number of operations; set `COPY_NOW_OPERATIONS=1000000` for a long run.
    private static let environment = ProcessInfo.processInfo.environment["COPY_NOW_OPERATIONS"]
    private static let operations = environment.flatMap { Int($0) } ?? 20_000
    private static let isLong = environment != nil
    private static let workers = 8
    private static let records = 5_000

    /// A store of the notes with the identifiers 0 to `records`, in which a page costs as much as its records.
    private final class NoteTable: BackfillSource, BackfillDestination {
        private struct State {
            var notes: [Note?]
            var checkpoint: String?
            var copied = 0
        }

        private let state: Mutex<State>

        init(_ notes: [Note?]) {
            state = Mutex(State(notes: notes))
        }

        var notes: [Note?] { state.withLock(\.notes) }
        var copied: Int { state.withLock(\.copied) }

        func note(_ id: Int) -> Note? { state.withLock { $0.notes[id] } }

        /// Writes like an app: in both stores, the newest version wins.
        func write(_ note: Note) {
            state.withLock { state in
                if let present = state.notes[note.id], present.modified >= note.modified { return }
                state.notes[note.id] = note
            }
        }

        func page(
            of user: String,
            in range: BackfillRange,
            after cursor: String?,
            limit: Int
        ) async throws -> BackfillPage<Note> {
            state.withLock { state in
                var page: [Note] = []
                var id = (cursor.flatMap { Int($0) } ?? -1) + 1
                while id < state.notes.count, page.count < limit {
                    if let note = state.notes[id], range.contains(note.modified) { page.append(note) }
                    id += 1
                }
                return BackfillPage(page, cursor: page.last.map { "\($0.id)" })
            }
        }

        func checkpoint(of user: String) async throws -> BackfillCheckpoint? {
            try state.withLock(\.checkpoint).map { try BackfillCheckpoint(text: $0) }
        }

        func commit(_ batch: BackfillBatch<Note>) async throws {
            try state.withLock { state in
                guard state.checkpoint == batch.previous?.text else { throw BackfillError.conflict }
                // The batch of a backfill, not of a record that is copied at once.
                if batch.checkpoint.copied != batch.previous?.copied ?? 0 { state.copied += batch.records.count }
                for note in batch.records {
                    if let present = state.notes[note.id], present.modified >= note.modified { continue }
                    state.notes[note.id] = note
                }
                state.checkpoint = batch.checkpoint.text
            }
        }
    }

    /// What the tasks have done.
    private final class Tally: Sendable {
        let clock = Mutex(MigrationTime.beginning)
        /// The newest version of each note that the new store has contained.
        let newest = Mutex(Array(repeating: MigrationTime.beginning, count: CopyNowTortureTests.records))
        let regressions = Mutex(0)
        let copiedNow = Mutex(0)
        let failures = Mutex(0)
        let isOver = Mutex(false)
    }

    @Test func nothingIsLostBesideBackfill() async throws {
        let time = MigrationTime(millisecondsSince1970: 1_700_000_000_000)
        let first = (0..<Self.records).map { Note(id: $0, modified: time, text: "first") }
        let old = NoteTable(first)
        let new = NoteTable(Array(repeating: nil, count: Self.records))
        let dualWrites = InMemoryDualWriteStore()
        let toggles = InMemoryToggles(.set(.bookStore, to: .dualwrite))
        let migration = Migration(.bookStore, toggles: toggles, dualWrites: dualWrites)
        let backfill = Backfill(
            from: old,
            to: new,
            dualWrites: dualWrites,
            options: BackfillOptions(batchSize: 100)
        )
        let user = migration.user()
        let tally = Tally()

        /// Returns a time later than all others.
        @Sendable func nextTime() -> MigrationTime {
            let now = MigrationEnvironment.process.now()
            return tally.clock.withLock { last in
                last = max(now, last.next)
                return last
            }
        }
        /// Checks that a note in the new store is at least as new as the last time it was checked.
        @Sendable func check(_ id: Int) {
            tally.newest.withLock { newest in
                let found = new.note(id)?.modified ?? .beginning
                if found < newest[id] { tally.regressions.withLock { $0 += 1 } }
                newest[id] = max(newest[id], found)
            }
        }
        @Sendable func operate(_ random: inout SeededRandom) async throws {
            let id = Int.random(in: 0..<Self.records, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5:
                guard let note = old.note(id) else { return }
                // The note may change before it is copied.
                if Bool.random(using: &random) { await Task.yield() }
                if try await backfill.copyNow(note, of: user) { tally.copiedNow.withLock { $0 += 1 } }
            case 5:
                let notes = (id..<min(id + 5, Self.records)).compactMap { old.note($0) }
                await Task.yield()
                if try await backfill.copyNow(all: notes, of: user) { tally.copiedNow.withLock { $0 += 1 } }
            default:
                let isFailing = Int.random(in: 0..<200, using: &random) == 0
                let note = Note(id: id, modified: nextTime(), text: "changed")
                try await migration.write(record: "\(id)", dated: note.modified) { () async throws in
                    old.write(note)
                } new: { () async throws in
                    if isFailing { throw StoreError() }
                    new.write(note)
                }
                if isFailing { tally.failures.withLock { $0 += 1 } }
            }
            check(id)
        }

        try await migration.beginDualWrites()
        try await withThrowingTaskGroup(of: Int.self) { group in
            group.addTask {
                // Only one backfill runs at a time, so it must never report a conflict.
                var runs = 0
                repeat {
                    try await backfill.run(user)
                    runs += 1
                    await Task.yield()
                } while !tally.isOver.withLock({ $0 })
                return runs
            }
            var workers = 0
            for worker in 0..<Self.workers {
                group.addTask {
                    var random = SeededRandom(seed: UInt64(worker))
                    for _ in 0..<Self.operations / Self.workers { try await operate(&random) }
                    return 0
                }
            }
            for try await runs in group {
                workers += runs == 0 ? 1 : 0
                if workers == Self.workers { tally.isOver.withLock { $0 = true } }
            }
        }
        try await migration.beginDualWrites()
        #expect(try await backfill.run(user).isDone)
        for id in 0..<Self.records { check(id) }

        let lost = zip(old.notes, new.notes).count { $0 != $1 }
        #expect(lost == 0 && tally.regressions.withLock { $0 } == 0)
        #expect(tally.copiedNow.withLock { $0 } > 0 && tally.failures.withLock { $0 } > 0)
        // Records that were copied at once are counted only by the backfill.
        #expect(try await backfill.status(of: user) == .done(copied: new.copied))
        guard Self.isLong else { return }
        print(
            "copyNow: \(Self.operations) operations, \(tally.copiedNow.withLock { $0 }) copies at once, "
                + "\(tally.failures.withLock { $0 }) failed writes, \(new.copied) copied by the backfill, "
                + "\(lost) lost, \(tally.regressions.withLock { $0 }) replaced by an older version"
        )
    }
}
#endif
