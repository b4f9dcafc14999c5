import FeatureToggles
import TestSupport
import Testing

@testable import StoreMigration

/// Random migrations with steps back, failing stores, and stopped backfills, which must not lose anything.
struct WholeMoveTests {
    /// One user with two stores.
    private struct Move {
        let time = ManualTime.passing()
        let toggles = InMemoryToggles(.set(.bookStore, to: .off))
        let dualWrites = InMemoryDualWriteStore()
        let old = InMemoryRecordStore()
        let new = InMemoryRecordStore()
        var stage = MigrationStage.off
        /// The note that the app wrote last, by identifier.
        var written: [Int: Note] = [:]
        var random: SeededRandom

        func store(_ origin: MigrationOrigin) -> InMemoryRecordStore { origin == .old ? old : new }

        var migration: Migration {
            Migration(.bookStore, toggles: toggles, dualWrites: dualWrites, environment: time.environment)
        }

        func backfill(into origin: MigrationOrigin) -> Backfill<InMemoryRecordStore, InMemoryRecordStore> {
            Backfill(
                from: store(origin.other),
                to: store(origin),
                into: origin,
                dualWrites: dualWrites,
                options: BackfillOptions(batchSize: 3),
                environment: time.environment
            )
        }

        mutating func write(_ migration: Migration, failing: MigrationOrigin?) async {
            time.advance(.milliseconds(Int.random(in: 1...3, using: &random)))
            let id = Int.random(in: 0..<30, using: &random)
            let note = Note(id: id, modified: time.now, text: "\(Int.random(in: 0..<1_000, using: &random))")
            time.advance(.milliseconds(Int.random(in: 0...2, using: &random)))
            let (old, new) = (old, new)
            do {
                try await migration.write { () async throws in
                    if failing == .old { throw StoreError() }
                    old.write(note)
                } new: { () async throws in
                    if failing == .new { throw StoreError() }
                    new.write(note)
                }
                written[id] = note
            } catch {
                // The app is told that the note was not written.
            }
        }

        /// Returns whether a store is complete: it receives all writes, and its backfill is done.
        func isWhole(_ origin: MigrationOrigin) async throws -> Bool {
            guard try await dualWrites.state(of: Migration.deviceUser)[origin] != nil else { return false }
            return try await backfill(into: origin).status(of: Migration.deviceUser).isDone
        }

        mutating func step() async throws {
            let index = Int(stage.variantIndex) + (Bool.random(using: &random) ? 1 : -1)
            guard MigrationStage.allCases.indices.contains(index) else { return }
            let next = MigrationStage.allCases[index]
            // The store that becomes authoritative must be complete.
            if next.authority != stage.authority, try await !isWhole(next.authority) { return }
            stage = next
            toggles.apply(.set(.bookStore, to: next))
        }

        mutating func runBackfill() async {
            let origin: MigrationOrigin = Bool.random(using: &random) ? .old : .new
            if Bool.random(using: &random) {
                let number = Int.random(in: 0..<8, using: &random)
                store(origin).fail(atCommit: number, isStored: Bool.random(using: &random))
            }
            _ = try? await backfill(into: origin).run(Migration.deviceUser)
            store(origin).recover()
        }
    }

    @Test(arguments: 0..<8)
    func randomMoveLosesNothing(part: UInt64) async throws {
        var visited: Set<MigrationStage> = []
        for seed in part * 50..<part * 50 + 50 {
            var move = Move(random: SeededRandom(seed: seed))
            var migration = move.migration
            for _ in 0..<120 {
                switch Int.random(in: 0..<10, using: &move.random) {
                case 0..<6:
                    let lot = Int.random(in: 0..<10, using: &move.random)
                    await move.write(migration, failing: lot == 0 ? .old : lot == 1 ? .new : nil)
                case 6..<8: await move.runBackfill()
                case 8: try await move.step()
                // A restart of the app.
                default: migration = move.migration
                }
                visited.insert(move.stage)
                let authority = move.store(move.stage.authority)
                #expect(authority.notes == move.written, "seed \(seed), \(move.stage)")
            }
            // Finally, one more write to both stores, and both backfills.
            move.toggles.apply(.set(.bookStore, to: move.stage.authority == .old ? .dualwrite : .rampdown))
            await move.write(migration, failing: nil)
            for origin in [MigrationOrigin.old, .new] {
                #expect(try await move.backfill(into: origin).run(Migration.deviceUser).isDone, "seed \(seed)")
            }
            #expect(move.old.notes == move.written && move.new.notes == move.written, "seed \(seed)")
        }
        #expect(visited.count == 6, "not every stage was visited")
    }
}
