import FeatureToggles
import TestSupport
import Testing
import ToggleBase

@testable import StoreMigration

/// The file of a queue.
@Suite(.timeLimit(.minutes(20))) struct WriteQueueTests {
    private static let device = Migration.deviceUser

    /// The file stays small, and a backfill copies what it couldn't keep.
    @Test func fullFileLosesNothing() async throws {
        let shop = try SynchronousShop()
        let before = shop.launch()
        shop.save(before, 1_000)
        #expect(await before.deliverQueuedWrites())
        shop.setReachable(false)
        let migration = shop.launch(shop.queue(maximumSize: 4_096))
        for id in 0..<500 {
            shop.save(migration, id, "note \(id)")
            #expect(try shop.folder.text("books.writes").utf8.count <= 4_096 + 200)
        }
        #expect(migration.summary.journalErrors == 0)
        let next = shop.launch(shop.queue(maximumSize: 4_096))
        #expect(next.queue?.count ?? 500 < 100)
        shop.setReachable(true)
        #expect(await next.deliverQueuedWrites())
        #expect(try await next.beginDualWrites())
        #expect(try await shop.runBackfill().isDone)
        #expect(shop.new == shop.old && shop.new.count == 501)
    }

    @Test func runningWriteStaysInFullFile() throws {
        let shop = try SynchronousShop()
        let queue = shop.queue(maximumSize: 4_096)
        func entry(_ number: Int) -> WriteQueueEntry {
            WriteQueueEntry(time: shop.time.now, stage: .shadow, user: Self.device, name: nil, record: "\(number)")
        }
        let running = entry(1_000)
        #expect(queue.add(running) == nil)
        for number in 0..<200 {
            let next = entry(number)
            #expect(queue.add(next) == nil)
            queue.release(next)
        }
        #expect(!queue.groups().contains { $0.ids.contains(running.id) })
        #expect(queue.groups().first?.write == nil, "most are replaced by a note")
        queue.release(running)
        #expect(queue.groups().contains { $0.write?.record == "1000" })
    }

    /// A store that missed writes can't be known to be complete again, so the old one leads.
    @Test func fullFileNeedsDualWriteStates() async throws {
        let shop = try SynchronousShop()
        shop.setReachable(false)
        let queue = shop.queue(maximumSize: 4_096)
        let migration = Migration(
            .bookStore,
            toggles: shop.toggles,
            queue: queue,
            environment: shop.time.environment
        )
        for id in 0..<200 { shop.save(migration, id) }
        shop.setReachable(true)
        for _ in 0..<3 { #expect(await !migration.deliverQueuedWrites()) }
        #expect(queue.count == 1)
        shop.toggles.apply(.set(.bookStore, to: .live))
        #expect(migration.pinned().stage == .shadow)
    }

    @Test func longBacklogIsDelivered() async throws {
        let shop = try SynchronousShop()
        shop.setReachable(false)
        let first = shop.launch()
        for id in 0..<3_000 { shop.save(first, id) }
        let queue = shop.queue()
        #expect(queue.count == 3_000)
        let migration = shop.launch(queue)
        #expect(migration.queue?.isWaiting(for: Self.device, into: .new) == true)
        shop.setReachable(true)
        #expect(await migration.deliverQueuedWrites())
        #expect(shop.new == shop.old && queue.count == 0 && shop.queue().count == 0)
        #expect(migration.queue?.isWaiting(for: Self.device, into: .new) == false)
    }

    @Test func usersAreSummarizedSeparately() {
        let entries = [("ada", 5, MigrationStage.shadow), ("grace", 7, .shadow), ("ada", 3, .off), ("ada", 9, .live)]
            .map {
                WriteQueueEntry(
                    time: MigrationTime(millisecondsSince1970: $0.1),
                    stage: $0.2,
                    user: $0.0,
                    name: nil,
                    record: "1"
                )
            }
        var content = WriteQueueContent(entries.flatMap(\.line))
        #expect(content.entries == entries)
        content.summarize(except: [])
        let notes = content.entries.map { "\($0.user) \($0.destination) \($0.time.millisecondsSince1970)" }
        #expect(notes == ["ada new 3", "grace new 7", "ada old 9"])
        #expect(content.entries.allSatisfy { $0.delivered == nil && $0.record == nil })
        #expect(WriteQueueContent(content.bytes).entries == content.entries)
    }

    /// The write goes on, and reaches the new store from memory.
    @Test func unwritableFileIsReported() async throws {
        let shop = try SynchronousShop()
        try shop.folder.write("no folder", to: "file")
        let start = MigrationTime(millisecondsSince1970: 1)
        try await shop.dualWrites.update(Self.device) { _ in DualWriteState(old: .beginning, new: start) }
        let queue = shop.queue("file/books.writes")
        let migration = shop.launch(queue)
        shop.save(migration, 1, "Emma")
        #expect(shop.old["1"]?.text == "Emma" && migration.summary.journalErrors == 1)
        #expect(queue.count == 1)
        #expect(await !migration.deliverQueuedWrites(), "writes of earlier processes aren't known")
        #expect(shop.new == shop.old)
        try shop.folder.remove("file")
        #expect(await migration.deliverQueuedWrites())
        let state = try await shop.dualWriteState()
        #expect(state.omissions.map(\.start) == [start], "the write could have been lost")
        #expect(state.new.map { $0 > start } == true && migration.summary.halfWrites == 0)
    }

    @Test func unreadableFileIsReadLater() async throws {
        let shop = try SynchronousShop()
        shop.setReachable(false)
        let first = shop.launch()
        shop.save(first, 1)
        #expect(await !first.deliverQueuedWrites())
        shop.setReachable(true)
        try shop.folder.rename("books.writes", to: "kept")
        // A link to itself, which is replaced at once, so that the file is never missing.
        try shop.folder.link("books.writes", to: shop.folder.path("books.writes"))
        let queue = shop.queue()
        let migration = shop.launch(queue)
        #expect(await !migration.deliverQueuedWrites() && queue.count == 0)
        try shop.folder.rename("kept", to: "books.writes")
        #expect(await migration.deliverQueuedWrites() && shop.new == shop.old && shop.new.count == 1)
    }

    @Test func damagedLineCountsAsMissed() async throws {
        let shop = try SynchronousShop()
        shop.setReachable(false)
        shop.save(shop.launch(), 1)
        shop.setReachable(true)
        try await shop.dualWrites.update(Self.device) { _ in
            DualWriteState(old: .beginning, new: MigrationTime(millisecondsSince1970: 1))
        }
        try shop.folder.write("{\"id\": 7}\n" + shop.folder.text("books.writes"), to: "books.writes")
        let migration = shop.launch()
        #expect(await migration.deliverQueuedWrites() && shop.new.count == 1)
        #expect(try await shop.dualWriteState().omissions.map(\.since) == [.beginning])
        #expect(WriteQueueContent(Array(try shop.folder.text("books.writes").utf8)).damaged.isEmpty)
    }

    @Test func incompleteLineIsIgnored() async throws {
        let shop = try SynchronousShop()
        shop.setReachable(false)
        let first = shop.launch()
        shop.save(first, 1)
        shop.save(first, 2)
        let text = try shop.folder.text("books.writes")
        // A process was killed while it added the second entry, so it hadn't begun to write the record.
        try shop.folder.write(String(text.dropLast(9)), to: "killed.writes")
        let queue = shop.queue("killed.writes")
        #expect(queue.count == 1)
        let entry = WriteQueueEntry(time: shop.time.now, stage: .shadow, user: Self.device, name: nil, record: "3")
        #expect(queue.add(entry) == nil && queue.damaged.isDamaged == false)
        let next = shop.queue("killed.writes")
        #expect(next.load() && next.groups().map(\.write?.record) == ["1", "3"])
    }

    @Test func deliveredWritesAreRemovedFromFile() async throws {
        let shop = try SynchronousShop()
        let migration = shop.launch()
        for id in 0..<300 { shop.save(migration, id) }
        #expect(await migration.deliverQueuedWrites())
        #expect(try shop.folder.text("books.writes").utf8.count < 1 << 14)
        #expect(shop.queue().count == 0)
    }
}
