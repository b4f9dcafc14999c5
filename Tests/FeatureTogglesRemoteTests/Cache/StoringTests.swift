import Dispatch
import TestSupport
import Testing
import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// When documents are written to disk, and which calls wait for it.
@Suite(.timeLimit(.minutes(20))) struct StoringTests {
    private let folder: TemporaryFolder
    private let time = ManualTime()
    private let held = HeldWork()
    private let queue = DispatchQueue(label: "storing-tests")
    private let files = FaultyFileSystem()

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Creates a client whose background work is held until the test runs it, or runs concurrently with the test.
    private func client(
        _ source: PlannedSource,
        activation: ActivationPolicy = .immediately,
        context: EvaluationContext = EvaluationContext(),
        isHeld: Bool = true
    ) -> ToggleClient {
        .following(
            RemoteConfiguration(source, refresh: .development, activation: activation, cache: .folder(folder.path)),
            time,
            context: context,
            fileSystem: files,
            background: { [held, queue] work in
                if isHeld { held.take(work) } else { queue.async { work() } }
            }
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

    /// Waits until a released client has stored its document and has removed the mark of its run.
    ///
    /// The client's last task may end a moment after the client is released.
    private func untilReleased() async throws {
        try await files.until { try record.current != nil && countedRuns().isEmpty }
        // Storing the document ends with the removal of unused files, under the record's lock.
        try cache.update { _, _ in }
    }

    @Test func documentIsActiveBeforeItIsStored() async throws {
        let client = client(PlannedSource(PlannedSource.pageSize(5)))
        var updates = client.updates(of: .pageSize).makeAsyncIterator()
        while await updates.next() != 5 {}
        #expect(try countedRuns() == [Self.entry(5).identity])
        #expect(record.current == nil)
        #expect(files.count(.synchronizeFile) == 0, "no call waits for the disk")
        await client.until(.ready)
        held.runAll()
        #expect(record.current?.revision == "r5")
        #expect(record.fetchedAt != nil)
    }

    @Test func contextChangeAccessesNoFiles() async throws {
        let source = PlannedSource(PlannedSource.pageSize(5), dependsOnContext: true)
        let anna = EvaluationContext(targetingKey: "anna")
        let client = client(source, context: anna)
        await client.until(.ready)
        held.runAll()
        source.plan(.silence)
        let calls = files.callCount
        client.context = EvaluationContext(targetingKey: "bert")
        #expect(client.value(of: .pageSize) == 20, "not the values of another user")
        client.context = anna
        await held.until()
        #expect(files.callCount == calls)
        // Of two consecutive changes, only the last one takes effect.
        held.release()
        for await size in client.updates(of: .pageSize) where size == 5 { break }
        #expect(client.evaluation(of: .pageSize).reason == .cached)
        await source.untilRequests(2)
        #expect(source.requests.last?.revision == "r5")
        #expect(source.requests.last?.context == client.context)
    }

    @Test func contextChangesKeepDocumentsSeparate() async throws {
        let source = PlannedSource(PlannedSource.pageSize(5), dependsOnContext: true)
        let people = (anna: EvaluationContext(targetingKey: "anna"), bert: EvaluationContext(targetingKey: "bert"))
        func pageSize(of person: EvaluationContext) -> Int {
            ToggleClient.following(
                RemoteConfiguration(PlannedSource(.silence, dependsOnContext: true), cache: .folder(folder.path)),
                time,
                context: person
            )
            .value(of: .pageSize)
        }
        do {
            let client = client(source, context: people.anna)
            await client.until(.ready)
            source.plan(PlannedSource.pageSize(6))
            client.context = people.bert
            await held.until()
            // To another context and back while the cache is being opened.
            client.context = people.anna
            client.context = people.bert
            held.release()
            for await size in client.updates(of: .pageSize) where size == 6 { break }
            // Waits until the activation has handed the document to the cache.
            #expect(try !client.activate())
        }
        held.runAll()
        #expect(pageSize(of: people.anna) == 5)
        #expect(pageSize(of: people.bert) == 6)
        #expect(try folder.names().filter { $0.contains(".run-") } == [], "no mark is left that would count as a crash")
    }

    @Test func clientReleasedDuringContextChangeLeavesNoRun() async throws {
        let source = PlannedSource(PlannedSource.pageSize(5), dependsOnContext: true)
        do {
            let client = client(source, context: EvaluationContext(targetingKey: "anna"))
            await client.until(.ready)
            held.runAll()
            client.context = EvaluationContext(targetingKey: "bert")
            client.context = EvaluationContext(targetingKey: "anna")
            await held.until()
        }
        held.runAll()
        #expect(try folder.names().filter { $0.contains(".run-") } == [])
    }

    @Test func fetchedDocumentIsStoredInBackground() async throws {
        let client = client(PlannedSource(PlannedSource.pageSize(5)))
        await client.until(.ready)
        let work = held.count
        async let isDone: Void = { _ = try await client.fetch(minimumInterval: .zero) }()
        await held.until(work + 1)
        #expect(files.count(.synchronizeFile) == 0)
        held.release()
        try await isDone
        #expect(record.current?.revision == "r5")
    }

    @Test func startDoesNotWaitForLocks() async throws {
        do {
            let client = client(PlannedSource(PlannedSource.pageSize(5)))
            await client.until(.ready)
            held.runAll()
        }
        var value: Int?
        try cache.update { _, _ in
            do throws(DocumentCacheError) {
                try cache.withLockedMarks { _ in
                    let client = client(PlannedSource(.silence))
                    value = client.value(of: .pageSize)
                    #expect(client.problems.isEmpty, "a briefly held lock is not a problem")
                }
            } catch {
                Issue.record(error)
            }
        }
        #expect(value == 5)
        #expect(files.waited < .milliseconds(2))
    }

    @Test func onlyLatestDocumentIsStored() async throws {
        let source = PlannedSource(PlannedSource.pageSize(5), announcesChanges: true)
        let client = client(source)
        var updates = client.updates(of: .pageSize).makeAsyncIterator()
        while await updates.next() != 5 {}
        await source.untilConnections(1)
        source.send(.opened)
        for size in 6...9 {
            source.plan(PlannedSource.pageSize(size))
            source.send(.changed(id: "\(size)"))
            while await updates.next() != size {}
            #expect(try countedRuns() == [Self.entry(size).identity])
        }
        #expect(held.count == 1, "one task stores all of them")
        held.runAll()
        #expect(record.current?.revision == "r9")
        #expect(try folder.names().filter { $0.contains(".document-") }.count == 1)
        // The last fetch may end, and note its time, while its document is being stored.
        #expect((2...3).contains(files.count(.synchronizeFile)), "the document, and the record once or twice")
    }

    @Test func callsReturnAfterStoring() async throws {
        let source = PlannedSource(PlannedSource.pageSize(5))
        let client = client(source, activation: .manually, isHeld: false)
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

    @Test func releasedClientStoresItsDocument() async throws {
        do {
            let client = client(PlannedSource(PlannedSource.pageSize(5)))
            await client.until(.ready)
        }
        try await untilReleased()
        #expect(record.current?.revision == "r5")
        held.runAll()
        #expect(record.current?.revision == "r5")
        #expect(try countedRuns() == [])
    }

    @Test func documentThatCrashedBeforeStoringIsRejected() async throws {
        do { await client(PlannedSource(PlannedSource.pageSize(5))).until(.ready) }
        try await untilReleased()
        for number in 0..<3 {
            try folder.write("", to: "\(cache.key.text).run-\(Self.entry(6).identity)-\(number)")
        }
        let next = client(PlannedSource(PlannedSource.pageSize(6)))
        #expect(next.value(of: .pageSize) == 5)
        let state = await next.until { $0.why.contains("publish a new revision") }
        #expect(state != nil)
        held.runAll()
        #expect(next.value(of: .pageSize) == 5)
        #expect(record.current?.revision == "r5")
        #expect(try countedRuns().count == 4, "three crashes with 6, and the current run with 5")
    }

    @Test func runCanBeginWhileRecordIsLocked() throws {
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

    private func keeper(_ fileSystem: any FileSystem = POSIXFileSystem()) -> DocumentKeeper {
        DocumentKeeper(
            folder: folder.path,
            source: "plan",
            context: nil,
            countsRuns: true,
            environment: time.environment(fileSystem: fileSystem)
        )
    }

    private static func arrival(_ size: Int) -> ReceivedDocument {
        let text = Array(PlannedSource.document(pageSize: size).utf8)
        return ReceivedDocument(RemoteDocument(text: text, revision: "r\(size)"))
    }

    @Test func unstorableDocumentDiscardsFetchTime() {
        let keeper = keeper()
        let huge = [UInt8](repeating: 0x20, count: DocumentCache.maximumDocumentSize + 1)
        keeper.keep(ReceivedDocument(RemoteDocument(text: huge, revision: "r1")), highestRevision: 7)
        keeper.keep(RefreshMachine.Keeping(fetchedAt: 5))
        keeper.store()
        #expect(keeper.problem?.message.contains("too many") == true)
        #expect(record.current == nil)
        #expect(record.fetchedAt == nil, "otherwise the next process would not fetch the document")
        #expect(record.highestRevision == 7)
        keeper.keep(Self.arrival(5), highestRevision: nil)
        keeper.store()
        #expect(keeper.problem == nil)
        #expect(record.current?.revision == "r5")
        #expect(record.fetchedAt == 5)
    }

    @Test func failedStoreIsRetried() {
        let keeper = keeper(files)
        keeper.keep(Self.arrival(5), highestRevision: nil)
        keeper.keep(RefreshMachine.Keeping(fetchedAt: 5))
        keeper.store()
        files.fail(.create, with: 28)
        keeper.keep(Self.arrival(6), highestRevision: nil)
        keeper.keep(RefreshMachine.Keeping(fetchedAt: 6))
        #expect(keeper.beginStoring())
        keeper.storeAll()
        #expect(keeper.problem != nil)
        #expect(record.current?.revision == "r5")
        #expect(record.fetchedAt == 5)
        files.heal()
        keeper.keep(RefreshMachine.Keeping(fetchedAt: 7))
        #expect(keeper.beginStoring())
        keeper.storeAll()
        #expect(keeper.problem == nil)
        #expect(record.current?.revision == "r6")
        #expect(record.fetchedAt == 7)
        #expect(!keeper.beginStoring())
    }

    @Test func staleMarkOutlivesEarlierFailedStore() {
        let keeper = keeper()
        let huge = [UInt8](repeating: 0x20, count: DocumentCache.maximumDocumentSize + 1)
        keeper.keep(ReceivedDocument(RemoteDocument(text: huge, revision: "r1")), highestRevision: nil)
        keeper.keep(RefreshMachine.Keeping(fetchedAt: 5, clearsMark: true))
        keeper.markStale()
        #expect(record.staleSince == time.now.wall)
        keeper.keep(Self.arrival(5), highestRevision: nil)
        keeper.store()
        #expect(record.current?.revision == "r5")
        #expect(record.staleSince == time.now.wall)
    }

    @Test func failedStoreIsNotRetriedForAnotherContext() {
        let keeper = keeper(files)
        files.fail(.create, with: 28)
        keeper.keep(Self.arrival(5), highestRevision: nil)
        keeper.store()
        let other = EvaluationContext(targetingKey: "cleo")
        keeper.change(to: other, of: "plan")
        files.heal()
        keeper.keep(RefreshMachine.Keeping(fetchedAt: 7))
        keeper.store()
        let record = DocumentCache(folder: folder.path, source: "plan", context: other).record().record
        #expect(record.fetchedAt == 7)
        #expect(record.current == nil)
    }

    @Test func fetchedDocumentIsActivatedAfterRestart() async throws {
        do {
            let client = client(PlannedSource(PlannedSource.pageSize(5)))
            await client.until(.ready)
        }
        let source = PlannedSource(.silence)
        do {
            let client = client(source, isHeld: false)
            await source.untilRequests(1)
            source.plan(PlannedSource.pageSize(6))
            #expect(try await client.fetch())
            #expect(record.current?.revision == "r5")
            #expect(record.waiting?.revision == "r6")
        }
        do {
            // The source doesn't respond, so nothing can be activated after the start.
            let client = client(PlannedSource(.silence))
            #expect(client.value(of: .pageSize) == 5)
        }
        source.plan(.unchanged)
        let next = client(source)
        await next.until(.ready)
        #expect(next.value(of: .pageSize) == 6)
    }

    @Test func newerDocumentReplacesWaitingOne() throws {
        let keeper = keeper()
        keeper.keepWaiting(Self.arrival(5), highestRevision: nil)
        keeper.store()
        #expect(record.waiting?.revision == "r5")
        keeper.keep(Self.arrival(6), highestRevision: nil)
        keeper.store()
        #expect(record.current?.revision == "r6")
        #expect(record.waiting == nil)
        keeper.keep(Self.arrival(7), highestRevision: nil)
        keeper.keepWaiting(Self.arrival(8), highestRevision: nil)
        keeper.store()
        #expect(record.waiting?.revision == "r8", "this document arrived later")
    }

    @Test func healthyRunMarksItsOwnDocumentSafe() throws {
        let keeper = keeper()
        keeper.keep(Self.arrival(5), highestRevision: nil)
        keeper.store()
        keeper.begin(Self.entry(5))
        for size in [6, 7] {
            keeper.keep(Self.arrival(size), highestRevision: nil)
            keeper.store()
        }
        keeper.markHealthy()
        keeper.store()
        let safe = try #require(record.safe)
        #expect(safe.revision == "r5")
        #expect(try cache.document(of: safe).text == Self.arrival(5).original.text)
        #expect(record.current?.revision == "r7")
        #expect(record.running == nil)
        keeper.endRun()
    }

    @Test func rejectedDocumentDoesNotRecountHealthyRun() throws {
        let keeper = keeper()
        keeper.begin(Self.entry(5))
        let young = keeper.run
        keeper.begin(Self.entry(6))
        keeper.withdraw(to: young)
        #expect(try countedRuns() == [Self.entry(5).identity], "the run is not healthy yet")
        keeper.markHealthy()
        let healthy = keeper.run
        keeper.begin(Self.entry(6))
        keeper.withdraw(to: healthy)
        #expect(try countedRuns() == [])
        #expect(keeper.active?.revision == "r5")
        keeper.endRun()
    }

    @Test func staleMarkOutlivesEarlierUpdates() {
        let keeper = keeper()
        keeper.keep(RefreshMachine.Keeping(fetchedAt: 5, clearsMark: true))
        keeper.markStale()
        #expect(record.staleSince == time.now.wall)
        #expect(record.fetchedAt == 5)
        keeper.store()
        #expect(record.staleSince == time.now.wall)
    }

    @Test func previousHealthyDocumentBecomesSafe() throws {
        let keeper = keeper()
        keeper.begin(Self.entry(5))
        keeper.keep(Self.arrival(5), highestRevision: nil)
        keeper.store()
        keeper.markHealthy()
        keeper.begin(Self.entry(6))
        keeper.keep(Self.arrival(6), highestRevision: nil)
        keeper.store()
        #expect(record.safe?.revision == "r5")
        #expect(record.current?.revision == "r6")
        #expect(try countedRuns() == [Self.entry(6).identity])
        keeper.endRun()
    }
}
