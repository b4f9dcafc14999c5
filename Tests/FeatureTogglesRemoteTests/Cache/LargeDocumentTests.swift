import Dispatch
import TestSupport
import Testing

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// Cached documents that take long to parse, and clients that start without waiting for them.
@Suite(.timeLimit(.minutes(20))) struct LargeDocumentTests {
    private let folder: TemporaryFolder
    private let time = ManualTime()
    private let files = FaultyFileSystem()
    private let held = HeldWork()

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Returns a document with few bytes and many values.
    private static func manyValues(pageSize: Int) -> String {
        let flag = #"{"state": "ENABLED", "variants": {"a": \#(pageSize)}, "defaultVariant": "a"}"#
        let list = Array(repeating: "0", count: 30_000).joined(separator: ",")
        return #"{"flags": {"page_size": \#(flag)}, "$evaluators": {"list": [\#(list)]}}"#
    }

    /// Returns a document with many bytes and few values.
    private static func manyBytes(pageSize: Int) -> String {
        let flag = #"{"state": "ENABLED", "variants": {"a": \#(pageSize)}, "defaultVariant": "a"}"#
        return #"{"flags": {"page_size": \#(flag)}}"# + String(repeating: " ", count: 200_000)
    }

    private func configuration(_ source: PlannedSource, waits: Bool = false) -> RemoteConfiguration {
        RemoteConfiguration(
            source,
            refresh: .development,
            cache: .folder(folder.path),
            waitsForLargeDocuments: waits
        )
    }

    /// Stores a document with a client that is released before this method returns.
    private func store(_ text: String, dependsOnContext: Bool = false, context: EvaluationContext) async throws {
        do {
            let source = PlannedSource(.document(text, revision: "stored"), dependsOnContext: dependsOnContext)
            let client = ToggleClient.following(configuration(source), time, context: context, fileSystem: files)
            await client.until(.ready)
            client.markHealthy()
        }
        // The client's last task may end a moment later, and removes the mark of its run only then.
        try await files.until { try countedRuns() == 0 }
    }

    private func client(
        _ source: PlannedSource,
        context: EvaluationContext = EvaluationContext(),
        waits: Bool = false
    ) -> ToggleClient {
        .following(
            configuration(source, waits: waits),
            time,
            context: context,
            background: { [held] in held.take($0) }
        )
    }

    private func countedRuns() throws -> Int {
        let cache = DocumentCache(folder: folder.path, source: "plan", context: nil)
        return try folder.names().compactMap { RunMarks.identity(ofName: $0, key: cache.key) }.count
    }

    @Test(arguments: [SampleText(manyValues(pageSize: 7)), SampleText(manyBytes(pageSize: 7))])
    func startDoesNotWaitForLargeDocument(sample: SampleText) async throws {
        try await store(sample.text, context: EvaluationContext())
        let source = PlannedSource(.silence)
        let client = client(source)
        #expect(client.value(of: .pageSize) == 20)
        #expect(client.remoteState?.status == .notReady)
        #expect(client.remoteState?.why.contains("is large and is being read") == true)
        #expect(try countedRuns() == 0, "a run that ends now doesn't count as a crash of the document")
        let changes = client.updates(of: .pageSize)
        await held.until()
        #expect(source.requests.isEmpty, "the request must contain the cached document's revision")
        held.runAll()
        for await size in changes where size == 7 { break }
        #expect(client.evaluation(of: .pageSize).reason == .cached)
        await source.untilRequests(1)
        #expect(source.requests.first?.revision == "stored")
        #expect(try countedRuns() == 1)
    }

    @Test(arguments: [SampleText(manyValues(pageSize: 7)), SampleText(manyBytes(pageSize: 7))])
    func startCanWaitForLargeDocument(sample: SampleText) async throws {
        try await store(sample.text, context: EvaluationContext())
        #expect(client(PlannedSource(.silence), waits: true).value(of: .pageSize) == 7)
    }

    @Test func smallDocumentIsReadAtStart() async throws {
        try await store(PlannedSource.document(pageSize: 7), context: EvaluationContext())
        #expect(client(PlannedSource(.silence)).value(of: .pageSize) == 7)
    }

    @Test func fetchDuringParsingIsNotLost() async throws {
        try await store(Self.manyValues(pageSize: 7), context: EvaluationContext())
        let source = PlannedSource(.document(PlannedSource.document(pageSize: 8), revision: "new"))
        let client = client(source)
        async let isActivated = client.fetchAndActivate()
        await held.until()
        #expect(client.value(of: .pageSize) == 20)
        held.release()
        _ = try await isActivated
        #expect(client.value(of: .pageSize) == 8)
    }

    @Test func previousContextsDocumentIsNotActivated() async throws {
        let people = (anna: EvaluationContext(targetingKey: "anna"), bert: EvaluationContext(targetingKey: "bert"))
        try await store(Self.manyValues(pageSize: 7), dependsOnContext: true, context: people.anna)
        try await store(Self.manyValues(pageSize: 9), dependsOnContext: true, context: people.bert)
        let client = client(PlannedSource(.silence, dependsOnContext: true), context: people.anna)
        client.context = people.bert
        let updates = client.updates(of: .pageSize)
        await held.until()
        held.release()
        var sizes: [Int] = []
        for await size in updates {
            sizes.append(size)
            if size == 9 { break }
        }
        #expect(!sizes.contains(7))
    }

    @Test func clientReleasedDuringParsingLeavesNoRun() async throws {
        try await store(Self.manyValues(pageSize: 7), context: EvaluationContext())
        do {
            let client = client(PlannedSource(.silence))
            await held.until()
            withExtendedLifetime(client) {}
        }
        held.runAll()
        #expect(try countedRuns() == 0)
    }
}
