import FeatureToggles
import TestSupport
import Testing
import ToggleBase

@testable import StoreMigration

/// A move without dual writes: from the update on, only the new store is written, and the rest is copied.
@Suite(.timeLimit(.minutes(20))) struct MoveTests {
    private let user = Migration.deviceUser

    /// An app with a store of each kind.
    private struct App {
        let time = ManualTime.passing()
        let toggles = InMemoryToggles(.set(.bookStore, to: .off))
        let dualWrites = InMemoryDualWriteStore()
        let old = InMemoryRecordStore()
        let new = InMemoryRecordStore()

        /// Returns the migration as after a launch.
        var migration: Migration {
            Migration(.bookStore, toggles: toggles, dualWrites: dualWrites, environment: time.environment)
        }

        func backfill(into origin: MigrationOrigin = .new) -> Backfill<InMemoryRecordStore, InMemoryRecordStore> {
            Backfill(
                from: origin == .new ? old : new,
                to: origin == .new ? new : old,
                into: origin,
                dualWrites: dualWrites,
                options: BackfillOptions(batchSize: 10),
                environment: time.environment
            )
        }

        func save(_ migration: Migration, _ id: Int, _ text: String) async {
            time.advance(.milliseconds(1))
            let note = Note(id: id, modified: time.now, text: text)
            let (old, new) = (old, new)
            await migration.write("save", record: "\(id)", dated: note.modified) {
                old.write(note)
            } new: {
                new.write(note)
            }
        }

        /// Reads a note, and copies it first as long as the backfill isn't done.
        func note(_ migration: Migration, _ id: Int) async throws -> Note? {
            if migration.pinned().stage == .complete, let note = old.notes[id] {
                try await backfill().copyNow(note, of: Migration.deviceUser)
            }
            let (old, new) = (old, new)
            return await migration.read("note") {
                old.notes[id]
            } new: {
                new.notes[id]
            }
        }
    }

    /// Returns the app with 95 notes, before its update.
    private func makeApp() async -> App {
        let app = App()
        let migration = app.migration
        for id in 0..<95 { await app.save(migration, id, "note \(id)") }
        return app
    }

    @Test func everythingIsMovedOnce() async throws {
        let app = await makeApp()
        #expect(try await !app.migration.beginDualWrites(), "before the update")
        app.toggles.apply(.set(.bookStore, to: .complete))
        let migration = app.migration
        #expect(try await migration.beginDualWrites())
        #expect(try await app.note(migration, 70)?.text == "note 70", "the current note, before the copy has begun")
        await app.save(migration, 70, "changed")
        #expect(try await app.backfill().run(user) == .done(copied: 95))
        #expect(try await app.note(migration, 70)?.text == "changed", "the copy keeps what is newer")
        #expect(app.new.notes.count == 95 && app.new.notes.values.filter { $0.text.hasPrefix("note") }.count == 94)
        #expect(app.old.notes[70]?.text == "note 70", "only one store is written")
        #expect(migration.summary.halfWrites == 0)
        let first = try #require(app.old.notes[70])
        #expect(try await !app.backfill().copyNow(first, of: user), "nothing is copied anymore")
    }

    /// The app is killed at each commit, and the current note can be read and written in between.
    @Test(arguments: [false, true])
    func killedMoveContinues(isStored: Bool) async throws {
        for number in 0..<11 {
            let app = await makeApp()
            app.toggles.apply(.set(.bookStore, to: .complete))
            let killed = app.migration
            try await killed.beginDualWrites()
            app.new.fail(atCommit: number, isStored: isStored)
            await #expect(throws: StoreError.self) { try await app.backfill().run(user) }
            let migration = app.migration
            #expect(try await migration.beginDualWrites())
            #expect(try await app.note(migration, 94)?.text == "note 94")
            await app.save(migration, 3, "changed")
            #expect(try await app.backfill().run(user).isDone)
            #expect(app.new.notes.count == 95 && app.new.notes[3]?.text == "changed")
            #expect(app.new.copies.filter { $0.key != 94 }.values.allSatisfy { $0 == 1 })
        }
    }

    /// A write to the old store that ends after the update is copied by the next run.
    @Test func writeDuringUpdateIsCopied() async throws {
        let app = await makeApp()
        let migration = app.migration
        let held = HeldDelivery()
        let (old, new, note) = (app.old, app.new, Note(id: 1, modified: app.time.now.next, text: "late"))
        async let late: Void = migration.write {
            await held.wait()
            old.write(note)
        } new: {
            new.write(note)
        }
        await held.untilWaiting()
        app.toggles.apply(.set(.bookStore, to: .complete))
        #expect(try await !migration.beginDualWrites(), "a write to the old store is running")
        #expect(try await app.backfill().run(user) == .waiting(.dualWrites))
        held.open()
        await late
        #expect(try await migration.beginDualWrites())
        #expect(try await app.backfill().run(user).isDone)
        #expect(app.new.notes == app.old.notes && app.new.notes[1]?.text == "late")
    }

    /// A user who goes back finds what was written since the move.
    @Test func moveCanBeReverted() async throws {
        let app = await makeApp()
        app.toggles.apply(.set(.bookStore, to: .complete))
        try await app.migration.beginDualWrites()
        #expect(try await app.backfill().run(user).isDone)
        await app.save(app.migration, 5, "since")
        app.toggles.apply(.set(.bookStore, to: .rampdown))
        try await app.migration.beginDualWrites()
        #expect(try await app.backfill(into: .old).run(user).isDone)
        #expect(app.old.notes == app.new.notes && app.old.notes[5]?.text == "since")
    }

    /// The gate: the first users may move, more of them only once the first are done, and then the old store may go.
    @Test func gateWaitsForBackfill() async throws {
        let app = await makeApp()
        let gate = StageGate()
        func answers(from stage: MigrationStage, _ report: BackfillReport?) -> [StageGate.Answer] {
            let change = StageChange(from: stage, to: .complete, isMove: true)
            return gate.findings(for: change, summary: nil, report: report, at: 1_000).map(\.answer)
        }
        #expect(answers(from: .off, nil) == [.undecided], "a person decides that no one needs to go back")
        #expect(answers(from: .complete, nil) == [.unmet])
        app.toggles.apply(.set(.bookStore, to: .complete))
        try await app.migration.beginDualWrites()
        let queue = InMemoryBackfillQueue()
        let state = try await app.dualWrites.state(of: user)
        try await queue.update(user) { _ in state }
        func report() async throws -> BackfillReport { BackfillReport(time: 1_000, counts: try await queue.counts()) }
        #expect(answers(from: .complete, try await report()) == [.unmet])
        try await BackfillRunner(queue) { user in try await app.backfill().run(user) }.run()
        #expect(answers(from: .complete, try await report()) == [.met])
    }
}
