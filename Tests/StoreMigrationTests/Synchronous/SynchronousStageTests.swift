import FeatureToggles
import TestSupport
import Testing
import ToggleBase

@testable import StoreMigration

/// Synchronous callers in each stage, and the way to the later ones.
@Suite(.timeLimit(.minutes(20))) struct SynchronousStageTests {
    @Test func offOnlyCountsAsMissed() async throws {
        let shop = try SynchronousShop(.off)
        let start = MigrationTime(millisecondsSince1970: 1)
        try await shop.dualWrites.update(Migration.deviceUser) { _ in DualWriteState(old: .beginning, new: start) }
        let migration = shop.launch()
        shop.save(migration, 1)
        #expect(await migration.deliverQueuedWrites())
        #expect(shop.new.isEmpty && shop.old.count == 1)
        let state = try await shop.dualWriteState()
        #expect(state.new == nil && state.omissions.first?.since == shop.time.now)
        #expect(migration.summary.writes == 1 && migration.summary.halfWrites == 0)
    }

    @Test func readIsComparedInBackground() async throws {
        let shop = try SynchronousShop(.shadow)
        let migration = shop.launch()
        shop.save(migration, 1, "Emma")
        #expect(await migration.deliverQueuedWrites())
        var measurements = migration.measurements.makeAsyncIterator()
        for (text, agrees) in [("Emma", true), ("Emna", false)] {
            let value: String? = migration.synchronous.read("note") {
                shop.old["1"]?.text
            } new: { () async -> String? in
                text
            }
            #expect(value == "Emma")
            let measurement = await measurements.next()
            #expect(measurement?.consistency?.isConsistent == agrees && measurement?.invoked == [.old, .new])
        }
        #expect(migration.summary.checked == 2 && migration.summary.agreed == 1 && migration.summary.reads == 2)
    }

    @Test func waitingWritesAreNotCompared() async throws {
        let shop = try SynchronousShop(.shadow)
        shop.setReachable(false)
        let migration = shop.launch()
        shop.save(migration, 1, "Emma")
        let value = migration.synchronous.read {
            shop.old["1"]?.text
        } new: {
            shop.new["1"]?.text
        }
        #expect(value == "Emma" && migration.summary.checked == 0 && migration.summary.reads == 1)
    }

    @Test func valueWrittenMeanwhileIsNotCompared() async throws {
        let shop = try SynchronousShop(.shadow)
        let held = HeldDelivery()
        let migration = shop.launch()
        _ = migration.synchronous.read {
            shop.old["1"]?.text
        } new: {
            await held.wait()
            return shop.new["1"]?.text
        }
        await held.untilWaiting()
        shop.save(migration, 1, "Emma")
        #expect(await migration.deliverQueuedWrites())
        var measurements = migration.measurements.makeAsyncIterator()
        held.open()
        let measurement = await measurements.next()
        #expect(measurement?.invoked == [.old, .new] && measurement?.consistency == nil)
    }

    /// The new store doesn't lead before it has everything.
    @Test(arguments: [MigrationStage.live, .rampdown, .complete])
    func laterStageWaitsForQueue(stage: MigrationStage) async throws {
        let shop = try SynchronousShop(.shadow)
        shop.setReachable(false)
        let first = shop.launch()
        shop.save(first, 1, "Emma")
        #expect(await !first.deliverQueuedWrites())
        shop.toggles.apply(.set(.bookStore, to: stage))
        // The process was killed, and the next version's callers are asynchronous.
        let migration = shop.launch()
        let pinned = migration.pinned()
        #expect(pinned.stage == .shadow && pinned.evaluation.reason == .error)
        #expect(
            pinned.evaluation.error?.message
                == """
                The stage is \(stage.rawValue). The new store lacks writes that wait in the queue, so the old one leads.
                """
        )
        #expect(await shop.note(migration, 1)?.text == "Emma")
        #expect(migration.pinned(for: EvaluationContext(targetingKey: "grace")).stage == stage, "another user")
        shop.setReachable(true)
        #expect(await migration.deliverQueuedWrites())
        #expect(migration.pinned().stage == stage)
        #expect(await shop.note(migration, 1)?.text == "Emma")
    }

    @Test(arguments: [MigrationStage.live, .rampdown, .complete])
    func onlyOldClosureStaysInShadow(stage: MigrationStage) async throws {
        let shop = try SynchronousShop(stage)
        let migration = shop.launch()
        shop.save(migration, 1, "Emma")
        #expect(await migration.deliverQueuedWrites())
        #expect(shop.new == shop.old && shop.old.count == 1)
        #expect(migration.synchronous.read { shop.old["1"]?.text } == "Emma")
        #expect(migration.summary.stage == .shadow)
    }

    /// Both stores are synchronous, so callers don't change in any stage.
    @Test(arguments: MigrationStage.allCases)
    func synchronousStoresGoThroughAllStages(stage: MigrationStage) async throws {
        let shop = try SynchronousShop(stage)
        let migration = shop.launch()
        let note = Note(id: 1, modified: shop.time.now, text: "Emma")
        migration.synchronous.write("save", record: "1") {
            shop.state.withLock { $0.old["1"] = note }
        } new: {
            shop.state.withLock { $0.new["1"] = note }
        }
        let (first, second) = stage.authority == .old ? (shop.old, shop.new) : (shop.new, shop.old)
        #expect(first == ["1": note] && second.isEmpty)
        #expect(await migration.deliverQueuedWrites())
        #expect(shop.old.isEmpty == (stage == .complete) && shop.new.isEmpty == (stage == .off))
        let read = migration.synchronous.read("note") {
            shop.old["1"]
        } new: {
            shop.new["1"]
        }
        #expect(read == note)
        let state = try await shop.dualWriteState()
        #expect((state.new != nil) == stage.writesBoth && (stage != .complete || state.old == nil))
        #expect(migration.summary.stage == stage && migration.summary.writes == 1)
    }

    /// Going back waits for the writes into the old store.
    @Test func stepBackWaitsForQueue() async throws {
        let shop = try SynchronousShop(.live)
        shop.setReachable(false)
        let migration = shop.launch()
        migration.synchronous.write(record: "1") {
        } new: {
            shop.state.withLock { $0.new["1"] = Note(id: 1, modified: shop.time.now, text: "Emma") }
        }
        shop.toggles.apply(.set(.bookStore, to: .dualwrite))
        #expect(migration.pinned().stage == .live)
        #expect(await shop.note(migration, 1)?.text == "Emma")
        shop.setReachable(true)
        #expect(await migration.deliverQueuedWrites())
        #expect(migration.pinned().stage == .dualwrite && shop.old["1"]?.text == "Emma")
    }
}
