import Synchronization
import Testing

@testable import FeatureToggles

/// When documents are written to disk, and who waits for that.
@Suite(.timeLimit(.minutes(1))) struct StoringTests {
    /// Work for the background, which is done when a test says so.
    private final class HeldWork: Sendable {
        private let work = Mutex<[@Sendable () -> Void]>([])

        var count: Int { work.withLock(\.count) }

        func take(_ piece: @escaping @Sendable () -> Void) {
            work.withLock { $0.append(piece) }
        }

        func doAll() {
            let pieces = work.withLock { work in
                defer { work = [] }
                return work
            }
            for piece in pieces { piece() }
        }
    }

    private let folder: TemporaryFolder
    private let time = ManualTime()
    private let held = HeldWork()
    private let files = FaultyFileSystem()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func client(_ source: PlannedSource, activation: ActivationPolicy = .immediately) -> ToggleClient {
        .following(
            RemoteConfiguration(source, refresh: .development, activation: activation, cache: .folder(folder.path)),
            time,
            fileSystem: files,
            background: { [held] in held.take($0) }
        )
    }

    private var cache: DocumentCache { DocumentCache(folder: folder.path, source: "plan", context: nil) }
    private var record: CacheRecord { cache.record().record }

    private static func entry(_ size: Int) -> CacheRecord.Entry {
        let text = Array(PlannedSource.document(pageSize: size).utf8)
        return CacheRecord.Entry(RemoteDocument(text: text, revision: "r\(size)"))
    }

    private func countedRuns() throws -> [String] {
        try folder.names().compactMap { RunMarks.identity(ofName: $0, key: cache.key) }
    }

    @Test func aReadSeesADocumentThatIsCountedAndNotYetStored() async throws {
        let client = client(PlannedSource(PlannedSource.pageSize(5)))
        var updates = client.updates(of: .pageSize).makeAsyncIterator()
        while await updates.next() != 5 {}
        #expect(try countedRuns() == [Self.entry(5).identity])
        #expect(record.current == nil)
        #expect(files.count(.synchronizeFile) == 0, "nobody waits for the disk")
        await client.until(.ready)
        held.doAll()
        #expect(record.current?.revision == "r5")
        #expect(record.fetchedAt != nil)
    }

    @Test func ofDocumentsThatCameMeanwhileTheLastIsStoredAtOnce() async throws {
        let source = PlannedSource(PlannedSource.pageSize(5), announcesChanges: true)
        let client = client(source)
        var updates = client.updates(of: .pageSize).makeAsyncIterator()
        while await updates.next() != 5 {}
        await source.untilConnections(1)
        source.say(.opened)
        for size in 6...9 {
            source.plan(PlannedSource.pageSize(size))
            source.say(.changed(id: "\(size)"))
            while await updates.next() != size {}
            #expect(try countedRuns() == [Self.entry(size).identity])
        }
        #expect(held.count == 1, "one piece of work for all")
        held.doAll()
        #expect(record.current?.revision == "r9")
        #expect(try folder.names().filter { $0.contains(".document-") }.count == 1)
        #expect(files.count(.synchronizeFile) == 2, "the document and the record")
    }

    @Test func callsReturnWhenWhatTheyBroughtIsStored() async throws {
        let source = PlannedSource(PlannedSource.pageSize(5))
        let client = client(source, activation: .manually)
        try await client.fetch()
        #expect(record.waiting?.revision == "r5")
        #expect(record.current == nil)
        #expect(try client.activate())
        #expect(record.current?.revision == "r5")
        #expect(record.waiting == nil)
        source.plan(.failure(RemoteSourceError(.serverFailed, "no")))
        await #expect(throws: RemoteSourceError.self) { try await client.fetch() }
        #expect(record.backOff?.failures == 1)
        source.plan(.unchanged)
        time.advance(.seconds(100))
        try await client.fetch()
        #expect(record.backOff == nil)
        #expect(record.fetchedAt == time.now.wall)
    }

    @Test func aClientThatIsReleasedStoresWhatItHas() async throws {
        do {
            let client = client(PlannedSource(PlannedSource.pageSize(5)))
            await client.until(.ready)
        }
        #expect(record.current?.revision == "r5")
        held.doAll()
        #expect(record.current?.revision == "r5")
        #expect(try countedRuns() == [])
    }

    @Test func aDocumentThatKilledRunsBeforeItWasStoredIsRefused() async throws {
        do { await client(PlannedSource(PlannedSource.pageSize(5))).until(.ready) }
        for number in 0..<3 {
            try folder.write("", to: "\(cache.key.text).run-\(Self.entry(6).identity)-\(number)")
        }
        let next = client(PlannedSource(PlannedSource.pageSize(6)))
        #expect(next.value(of: .pageSize) == 5)
        let state = await next.until { $0.why.contains("publish a new revision") }
        #expect(state != nil)
        held.doAll()
        #expect(next.value(of: .pageSize) == 5)
        #expect(record.current?.revision == "r5")
        #expect(try countedRuns().count == 4, "three that were killed with 6, and this one with 5")
    }

    @Test func aRunBeginsWhileTheRecordIsBeingWritten() throws {
        let keeper = DocumentKeeper(
            folder: folder.path,
            source: "plan",
            context: nil,
            countsRuns: true,
            environment: time.environment(fileSystem: files)
        )
        try cache.update { _, _ in
            #expect(!keeper.isBarred(Self.entry(5)))
            keeper.begin(Self.entry(5))
        }
        #expect(files.waited == .zero)
        #expect(keeper.problem == nil)
        #expect(try countedRuns() == [Self.entry(5).identity])
        keeper.endRun()
    }

    @Test func whereADocumentHasNoRoomTheRestIsKept() {
        let keeper = DocumentKeeper(
            folder: folder.path,
            source: "plan",
            context: nil,
            countsRuns: true,
            environment: time.environment()
        )
        let huge = [UInt8](repeating: 0x20, count: DocumentCache.maximumDocumentSize + 1)
        keeper.keep(RemoteArrival(RemoteDocument(text: huge, revision: "r1")), highestRevision: 7)
        keeper.keep(RefreshMachine.Keeping(fetchedAt: 5))
        keeper.store()
        #expect(keeper.problem?.message.contains("too many") == true)
        #expect(record.current == nil)
        #expect(record.fetchedAt == 5)
        #expect(record.highestRevision == 7)
        keeper.keep(RefreshMachine.Keeping(fetchedAt: 6))
        keeper.store()
        #expect(keeper.problem == nil)
    }

    @Test func aMarkOutlivesWhatWasDecidedBeforeIt() {
        let keeper = DocumentKeeper(
            folder: folder.path,
            source: "plan",
            context: nil,
            countsRuns: true,
            environment: time.environment()
        )
        keeper.keep(RefreshMachine.Keeping(fetchedAt: 5, clearsMark: true))
        keeper.markStale()
        #expect(record.staleSince == time.now.wall)
        #expect(record.fetchedAt == 5)
        keeper.store()
        #expect(record.staleSince == time.now.wall)
    }

    @Test func aDocumentThatWasHealthyBeforeTheNextCameIsTheSafeOne() throws {
        let keeper = DocumentKeeper(
            folder: folder.path,
            source: "plan",
            context: nil,
            countsRuns: true,
            environment: time.environment()
        )
        func arrival(_ size: Int) -> RemoteArrival {
            let text = Array(PlannedSource.document(pageSize: size).utf8)
            return RemoteArrival(RemoteDocument(text: text, revision: "r\(size)"))
        }
        keeper.begin(Self.entry(5))
        keeper.keep(arrival(5), highestRevision: nil)
        keeper.store()
        keeper.markHealthy()
        keeper.begin(Self.entry(6))
        keeper.keep(arrival(6), highestRevision: nil)
        keeper.store()
        #expect(record.safe?.revision == "r5")
        #expect(record.current?.revision == "r6")
        #expect(try countedRuns() == [Self.entry(6).identity])
        keeper.endRun()
    }
}
