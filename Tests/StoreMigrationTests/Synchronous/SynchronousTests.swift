import FeatureToggles
import TestSupport
import Testing
import ToggleBase

@testable import StoreMigration

/// Writes whose callers don't wait for the new store.
@Suite(.timeLimit(.minutes(20))) struct SynchronousTests {
    @Test func writeReachesBothStores() async throws {
        let shop = try SynchronousShop()
        let migration = shop.launch()
        shop.save(migration, 1, "Emma")
        #expect(shop.old["1"]?.text == "Emma", "at once")
        #expect(await migration.deliverQueuedWrites())
        #expect(shop.new == shop.old)
        #expect(try await shop.dualWriteState().new != nil, "dual writes have begun")
        let summary = migration.summary
        #expect(summary.writes == 1 && summary.halfWrites == 0 && summary.old.operations == 1)
        #expect(summary.new.operations == 1 && summary.journalErrors == 0)
    }

    @Test func writeIsDeliveredInBackground() async throws {
        let shop = try SynchronousShop()
        let migration = shop.launch()
        shop.save(migration, 1, "Emma")
        await shop.state.until { !$0.new.isEmpty }
        #expect(shop.new == shop.old)
    }

    @Test func errorOfOldStoreReachesCaller() async throws {
        let shop = try SynchronousShop()
        let migration = shop.launch()
        #expect(throws: StoreError.self) {
            try migration.synchronous.write(record: "1") { throw StoreError() }
        }
        do throws(StoreError) {
            _ = try migration.synchronous.read { () throws(StoreError) -> Int in throw StoreError() }
            Issue.record("typed errors stay typed")
        } catch {
            #expect(error == StoreError())
        }
        #expect(migration.synchronous.read { 7 } == 7, "without ‘try’ if the closure doesn't throw")
        #expect(await migration.deliverQueuedWrites() && shop.new.isEmpty)
        #expect(migration.summary.old.failures == 2)
    }

    @Test func failedWriteThatWasDoneIsDelivered() async throws {
        let shop = try SynchronousShop()
        let migration = shop.launch()
        #expect(throws: StoreError.self) {
            try migration.synchronous.write(record: "1") {
                shop.state.withLock { $0.old["1"] = Note(id: 1, modified: shop.time.now) }
                throw StoreError()
            }
        }
        #expect(await migration.deliverQueuedWrites() && shop.new == shop.old && !shop.new.isEmpty)
    }

    /// The last write of each record counts, and no earlier one arrives after it.
    @Test func recordsAreDeliveredInOrder() async throws {
        let shop = try SynchronousShop()
        let migration = shop.launch()
        for number in 0..<300 {
            shop.save(migration, number % 7, "\(number)")
            if number % 10 == 0 { await migration.deliverQueuedWrites() }
        }
        #expect(await migration.deliverQueuedWrites())
        #expect(shop.new == shop.old && shop.new.count == 7)
        for id in 0..<7 {
            let times = shop.state.value.delivered.filter { $0.id == id }.map(\.modified)
            #expect(times == times.sorted())
        }
    }

    @Test func deletionIsDelivered() async throws {
        let shop = try SynchronousShop()
        let migration = shop.launch()
        shop.save(migration, 1)
        #expect(await migration.deliverQueuedWrites() && shop.new.count == 1)
        migration.synchronous.write(record: "1") { shop.state.withLock { $0.old["1"] = nil } }
        #expect(await migration.deliverQueuedWrites() && shop.new.isEmpty)
    }

    @Test func runningWriteIsNotDelivered() async throws {
        let shop = try SynchronousShop()
        let queue = shop.queue()
        let migration = shop.launch(queue)
        let entry = WriteQueueEntry(time: shop.time.now, stage: .dualwrite, user: "device", name: nil, record: "1")
        #expect(queue.add(entry) == nil)
        // The old store will contain it only later.
        #expect(await !migration.deliverQueuedWrites() && queue.count == 1)
        shop.state.withLock { $0.old["1"] = Note(id: 1, modified: shop.time.now) }
        queue.release(entry)
        #expect(await migration.deliverQueuedWrites() && shop.new == shop.old && shop.new.count == 1)
    }

    /// The points at which a process is killed.
    enum Kill: CaseIterable {
        case beforeOldWrite, afterOldWrite, duringDelivery, afterDelivery
    }

    @Test(arguments: Kill.allCases)
    func killedWriteContinuesAfterLaunch(kill: Kill) async throws {
        let delivery = HeldDelivery()
        let shop = try SynchronousShop { await delivery.wait() }
        if kill == .afterDelivery { delivery.open() }
        let path = shop.folder.path("books.writes")
        /// Keeps what is on the disk now.
        func killNow() throws { try shop.folder.write(try shop.folder.text("books.writes"), to: "killed.writes") }
        let migration = shop.launch()
        var result: Result<Void, any Error> = .success(())
        shop.save(migration, 1, "Emma") {
            if kill == .beforeOldWrite { result = Result { try killNow() } }
        }
        try result.get()
        switch kill {
        case .beforeOldWrite: break
        case .afterOldWrite: try killNow()
        case .duringDelivery:
            await delivery.untilWaiting()
            try killNow()
        case .afterDelivery:
            #expect(await migration.deliverQueuedWrites())
            try killNow()
        }
        #expect(shop.new.isEmpty == (kill != .afterDelivery), "\(path)")
        // The killed process delivers nothing anymore, so the next one does.
        let queue = shop.queue("killed.writes")
        #expect(queue.count == (kill == .afterDelivery ? 0 : 1))
        let next = shop.launch(queue)
        delivery.open()
        #expect(await next.deliverQueuedWrites())
        #expect(shop.new == shop.old && shop.old["1"]?.text == "Emma")
        #expect(shop.queue("killed.writes").count == 0)
        #expect(await migration.deliverQueuedWrites())
    }

    @Test func unreachableStoreIsTriedAgain() async throws {
        let shop = try SynchronousShop()
        shop.setReachable(false)
        let migration = shop.launch()
        for id in 0..<5 { shop.save(migration, id) }
        for delays in 1...8 {
            await shop.time.untilSleeping()
            #expect(shop.time.slept.count >= delays)
            shop.time.advanceToNext()
            await shop.time.until { shop.time.slept.count > delays }
        }
        #expect(shop.time.slept.prefix(8).map { $0 / .seconds(1) } == [1, 2, 4, 8, 16, 32, 60, 60])
        #expect(shop.new.isEmpty)
        let summary = migration.summary
        #expect(summary.writes == 5 && summary.halfWrites == 5, "each write is counted once, not each attempt")
        #expect(summary.new.lastFailure == "Unreachable" && summary.new.failures == 5)
        #expect(try await shop.dualWriteState().new == nil, "as after any failed write")
        #expect(try await shop.runBackfill() == .waiting(.dualWrites))
        shop.setReachable(true)
        #expect(await migration.deliverQueuedWrites() && shop.new == shop.old && shop.new.count == 5)
        #expect(try await shop.dualWriteState().new != nil)
        #expect(try await shop.runBackfill().isDone, "the runner repairs what else could be missing")
    }

    @Test func invalidRecordDoesNotStopOthers() async throws {
        let shop = try SynchronousShop()
        let valid = WriteQueue(path: shop.folder.path("books.writes")) { write in
            guard Int(write.record) ?? 0 >= 5 else { throw StoreError() }
            shop.state.withLock { $0.new[write.record] = $0.old[write.record] }
        }
        let migration = shop.launch(valid)
        for id in 0..<20 { shop.save(migration, id) }
        for _ in 0..<4 { await migration.deliverQueuedWrites() }
        #expect(shop.new.count == 15 && valid.count == 5)
        #expect(try await shop.dualWriteState().new == nil, "a record is still missing")
    }

    @Test func launchesWhileUnreachableKeepTheLastCopy() async throws {
        let shop = try SynchronousShop()
        let first = shop.launch()
        shop.save(first, 1)
        #expect(await first.deliverQueuedWrites())
        let start = try #require(try await shop.dualWriteState().new)
        shop.setReachable(false)
        for id in 2..<30 {
            let migration = shop.launch()
            shop.save(migration, id)
            #expect(await !migration.deliverQueuedWrites())
        }
        let state = try await shop.dualWriteState()
        #expect(state.new == nil && state.omissions.map(\.start) == [start], "otherwise everything is copied again")
    }

    @Test func measurementOfBothStores() async throws {
        let shop = try SynchronousShop(.shadow)
        let seen = Mutex<[String]>([])
        let migration = Migration(
            .bookStore,
            toggles: shop.toggles,
            queue: shop.queue(),
            environment: shop.time.environment
        ) { measurement in
            let stores = measurement.invoked.map(\.rawValue).joined()
            seen.withLock { $0.append("\(measurement.name ?? "") \(stores)") }
        }
        shop.save(migration, 1)
        #expect(await migration.deliverQueuedWrites())
        #expect(seen.withLock { $0 } == ["save old", "save new"])
    }

    @Test func withoutQueueWriteCountsAsMissed() async throws {
        let shop = try SynchronousShop()
        let start = MigrationTime(millisecondsSince1970: 1)
        let states = Watched(DualWriteState(old: .beginning, new: start))
        let migration = Migration(
            .bookStore,
            toggles: shop.toggles,
            dualWrites: WatchedStates(states: states),
            environment: shop.time.environment
        )
        migration.synchronous.write(record: "1") {}
        await states.until { $0.new == nil }
        #expect(migration.summary.journalErrors == 1)
        #expect(await migration.deliverQueuedWrites())
    }

    @Test func journalOfMigrationHasDeliveredWrites() async throws {
        let shop = try SynchronousShop()
        let journal = MigrationJournal(path: shop.folder.path("books.journal"))
        let migration = Migration(
            .bookStore,
            toggles: shop.toggles,
            dualWrites: shop.dualWrites,
            journal: journal,
            queue: shop.queue(),
            environment: shop.time.environment
        )
        shop.setReachable(false)
        shop.save(migration, 1)
        await migration.deliverQueuedWrites()
        await migration.deliverQueuedWrites()
        let entries = try await journal.entries().entries
        #expect(entries.map(\.record) == ["1", "1"] && entries.map(\.failed) == [nil, .new])
    }
}

/// A dual-write store of one user whose state a test waits for.
private struct WatchedStates: DualWriteStore {
    let states: Watched<DualWriteState>

    func update(
        _ user: String,
        _ change: @escaping @Sendable (DualWriteState) -> DualWriteState
    ) async throws -> DualWriteState {
        states.withLock { state in
            state = change(state)
            return state
        }
    }
}

/// Holds deliveries until a test opens it.
final class HeldDelivery: Sendable {
    private let state = Watched((isOpen: false, waiting: 0))

    func open() { state.withLock { $0.isOpen = true } }

    func wait() async {
        state.withLock { $0.waiting += 1 }
        await state.until { $0.isOpen }
    }

    func untilWaiting() async { await state.until { $0.waiting > 0 } }
}
