import TestSupport
import Testing
import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// Clients that start with a document cached by an earlier client.
@Suite(.timeLimit(.minutes(20))) struct CachedClientTests {
    private let folder: TemporaryFolder
    private let time = ManualTime()
    private let files = FaultyFileSystem()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func client(
        _ source: PlannedSource,
        verifier: (any DocumentVerifier)? = nil,
        context: EvaluationContext = EvaluationContext()
    ) -> ToggleClient {
        .following(
            RemoteConfiguration(source, cache: .folder(folder.path), verifier: verifier),
            time,
            context: context,
            fileSystem: files
        )
    }

    private func keep(_ answer: PlannedSource.Answer, verifier: (any DocumentVerifier)? = nil) async {
        await client(PlannedSource(answer), verifier: verifier).until(.ready)
    }

    @Test func startsWithCachedDocumentAndReportsIt() async {
        await keep(PlannedSource.pageSize(5))
        let source = PlannedSource(.silence)
        let client = client(source)
        #expect(client.value(of: .pageSize) == 5)
        #expect(client.evaluation(of: .pageSize).reason == .cached)
        #expect(client.remoteState?.status == .stale)
        time.advance(.seconds(60))
        await source.untilRequests(1)
        #expect(source.requests.first?.revision == "r5")
    }

    @Test func responseConfirmsCachedDocument() async throws {
        await keep(PlannedSource.pageSize(5))
        let client = client(PlannedSource(.unchanged))
        try await client.fetch(minimumInterval: .zero)
        #expect(client.evaluation(of: .pageSize).reason == .static)
        #expect(client.remoteState?.status == .ready)
    }

    @Test(
        arguments: [
            .unreachable, .timedOut, .serverFailed, .throttled, .unauthorized, .notFound, .invalidResponse, .tooLarge,
            .untrusted,
        ] as [RemoteSourceError.Code]
    )
    func errorsKeepCachedDocument(code: RemoteSourceError.Code) async {
        await keep(PlannedSource.pageSize(5))
        let failing = client(PlannedSource(.failure(RemoteSourceError(code, "no"))))
        _ = try? await failing.fetch(minimumInterval: .zero)
        #expect(failing.value(of: .pageSize) == 5)
        #expect(client(PlannedSource(.silence)).value(of: .pageSize) == 5)
    }

    @Test func unusableDocumentIsNotCached() async throws {
        await keep(PlannedSource.pageSize(5))
        let client = client(PlannedSource(.document("<html>log in</html>", revision: "portal")))
        await #expect(throws: RemoteDocumentError.self) {
            try await client.fetchAndActivate(minimumInterval: .zero)
            if !client.problems.isEmpty { throw RemoteDocumentError(description: "refused before") }
        }
        #expect(client.value(of: .pageSize) == 5)
        #expect(self.client(PlannedSource(.silence)).value(of: .pageSize) == 5)
    }

    @Test func backOffSurvivesRestart() async {
        let failure = RemoteSourceError(.throttled, "too often", retryAfter: .seconds(600))
        await client(PlannedSource(.failure(failure))).until(.error)
        let source = PlannedSource(PlannedSource.pageSize(5))
        let next = client(source)
        let state = await next.until { $0.nextAttempt != nil }
        #expect((state?.nextAttempt ?? 0) - startOfStory >= 600)
        let error = await #expect(throws: RemoteSourceError.self) { try await next.fetch(minimumInterval: .zero) }
        #expect(error?.code == .throttled, "no requests during the source's back-off")
        #expect(source.requests.isEmpty)
    }

    @Test(arguments: [Int64.min, startOfStory + 86_400, .max])
    func impossibleFetchTimeDoesNotDelayFetching(fetchedAt: Int64) async throws {
        await keep(PlannedSource.pageSize(5))
        let cache = DocumentCache(folder: folder.path, source: "plan", context: nil)
        try cache.update { record, _ in record.fetchedAt = fetchedAt }
        #expect(self.client(PlannedSource(.silence)).value(of: .pageSize) == 5)
        let client = client(PlannedSource(PlannedSource.pageSize(6)))
        await client.until(.ready)
        #expect(client.value(of: .pageSize) == 6)
    }

    @Test func staleMarkSurvivesRestartUntilFetch() async throws {
        await keep(PlannedSource.pageSize(5))
        do {
            let client = client(PlannedSource(.silence))
            client.enterBackground()
            client.markStale()
        }
        let source = PlannedSource(PlannedSource.pageSize(6))
        let next = client(source)
        await next.until(.ready)
        #expect(next.value(of: .pageSize) == 6)
        let record = try folder.names().first { $0.hasSuffix(".json") } ?? ""
        try await files.until { try !folder.text(record).contains("staleSince") }
    }

    @Test func locallyAvailableDocumentIsNotCached() async throws {
        let source = InMemoryRemoteSource(values: ["page_size": 5])
        let client = ToggleClient.following(RemoteConfiguration(source, cache: .folder(folder.path)), time)
        #expect(client.value(of: .pageSize) == 5)
        #expect(client.remoteState?.status == .ready)
        source.set(values: ["page_size": 6])
        var updates = client.updates(of: .pageSize).makeAsyncIterator()
        while await updates.next() != 6 {}
        #expect(try folder.names().filter { $0.contains(".document-") || $0.contains(".run-") } == [])
    }

    @Test func damagedDocumentIsFetchedAgain() async throws {
        await keep(PlannedSource.pageSize(5))
        let name = try #require(folder.names().first { $0.contains(".document-") })
        try folder.write("", to: name)
        // The client's own fetch gets no response, so nothing changes before the expectations.
        let source = PlannedSource(.silence, PlannedSource.pageSize(5))
        let client = client(source)
        #expect(client.value(of: .pageSize) == 20)
        #expect(client.problems.count == 1)
        await source.untilRequests(1)
        try await client.fetchAndActivate(minimumInterval: .zero)
        #expect(source.requests.first?.revision == nil)
        #expect(client.value(of: .pageSize) == 5)
        #expect(client.problems.isEmpty)
        #expect(self.client(PlannedSource(.silence)).value(of: .pageSize) == 5)
    }

    // MARK: Contexts

    @Test func eachContextHasItsOwnDocument() async {
        let source = PlannedSource(PlannedSource.pageSize(5), dependsOnContext: true)
        let anna = EvaluationContext(targetingKey: "anna")
        let client = client(source, context: anna)
        await client.until(.ready)
        #expect(client.value(of: .pageSize) == 5)
        source.plan(.silence)
        client.context = EvaluationContext(targetingKey: "bert")
        #expect(client.value(of: .pageSize) == 20, "not the values of another user")
        #expect(client.evaluation(of: .pageSize).source == .default)
        await source.untilRequests(2)
        #expect(source.requests.last?.revision == nil)
        #expect(source.requests.last?.context.targetingKey == "bert")
        client.context = anna
        await source.untilRequests(3)
        #expect(source.requests.last?.revision == "r5")
        #expect(client.value(of: .pageSize) == 5)
        #expect(client.evaluation(of: .pageSize).reason == .cached)
    }

    @Test func concurrentContextChangesKeepValuesSeparate() async {
        let people = (bert: EvaluationContext(targetingKey: "bert"), cleo: EvaluationContext(targetingKey: "cleo"))
        let source = InterruptedSource()
        do {
            let client = ToggleClient.following(
                RemoteConfiguration(source, cache: .folder(folder.path)),
                time,
                context: EvaluationContext(targetingKey: "anna")
            )
            await client.until(.ready)
            // As if another thread changed the context at the same time.
            source.interrupt { [weak client] in client?.context = people.cleo }
            client.context = people.bert
            let key = client.context.targetingKey ?? ""
            _ = await client.until { $0.status == .ready && $0.revision == key }
            #expect(client.value(of: .pageSize) == InterruptedSource.pageSizes[key])
        }
        for person in [people.bert, people.cleo] {
            let next = ToggleClient.following(
                RemoteConfiguration(source, refresh: .onDemand, cache: .folder(folder.path)),
                time,
                context: person
            )
            let size = next.value(of: .pageSize)
            #expect(size == 20 || size == InterruptedSource.pageSizes[person.targetingKey ?? ""])
        }
    }

    @Test func changedAttributesKeepValuesUntilFetch() async {
        let source = PlannedSource(PlannedSource.pageSize(5), dependsOnContext: true)
        let client = client(source, context: anyUser)
        await client.until(.ready)
        source.plan(PlannedSource.pageSize(6))
        var context = anyUser
        context["plan"] = "pro"
        client.context = context
        _ = await client.until { $0.revision == "r6" }
        #expect(client.value(of: .pageSize) == 6)
    }

    @Test func contextIndependentSourceIsNotRefetched() async {
        let source = PlannedSource(PlannedSource.pageSize(5))
        let client = client(source, context: anyUser)
        await client.until(.ready)
        client.context = EvaluationContext(targetingKey: "other")
        #expect(client.value(of: .pageSize) == 5)
        #expect(source.requests.count == 1)
    }

    // MARK: Verified documents

    @Test func cachedDocumentsAreVerifiedAgain() async throws {
        let verifier = ScriptedVerifier()
        await keep(.document("1|-|" + PlannedSource.document(pageSize: 5), revision: "e1"), verifier: verifier)
        #expect(client(PlannedSource(.silence), verifier: verifier).value(of: .pageSize) == 5)
        let stored = try folder.names().first { $0.contains(".document-") }.map { try folder.text($0) }
        #expect(stored?.hasPrefix("1|-|") == true, "in its envelope")
        verifier.distrust()
        let client = client(PlannedSource(.silence), verifier: verifier)
        #expect(client.value(of: .pageSize) == 20)
        #expect(client.problems.first?.message.contains("signature is not trusted") == true)
    }

    @Test func olderEditionIsRejectedAfterRestart() async throws {
        let verifier = ScriptedVerifier()
        await keep(.document("7|-|" + PlannedSource.document(pageSize: 5), revision: "e7"), verifier: verifier)
        let old = PlannedSource(.document("6|-|" + PlannedSource.document(pageSize: 6), revision: "e6"))
        let client = client(old, verifier: verifier)
        let error = await #expect(throws: RemoteSourceError.self) { try await client.fetch(minimumInterval: .zero) }
        #expect(error?.code == .untrusted)
        #expect(client.value(of: .pageSize) == 5)
        #expect(client.remoteState?.status == .stale)
    }

    @Test func expiredCachedDocumentIsActiveButStale() async throws {
        let verifier = ScriptedVerifier()
        let expiry = startOfStory + 100
        await keep(
            .document("7|\(expiry)|" + PlannedSource.document(pageSize: 5), revision: "e7"),
            verifier: verifier
        )
        time.advance(.seconds(1_000))
        let client = client(PlannedSource(.unchanged), verifier: verifier)
        #expect(client.value(of: .pageSize) == 5)
        try await client.fetch(minimumInterval: .zero)
        #expect(client.remoteState?.status == .stale)
        #expect(client.remoteState?.why == "the document expired, and there is no newer one; it stays active")
    }
}

/// A source with a different document for each user, which runs a closure at the next access of `dependsOnContext`.
private final class InterruptedSource: RemoteSource {
    static let pageSizes = ["anna": 1, "bert": 2, "cleo": 3]

    private let interruption = Mutex<(@Sendable () -> Void)?>(nil)

    let name = "interrupted"

    func interrupt(_ interruption: @escaping @Sendable () -> Void) {
        self.interruption.withLock { $0 = interruption }
    }

    var dependsOnContext: Bool {
        let interruption = interruption.withLock { interruption in
            defer { interruption = nil }
            return interruption
        }
        interruption?()
        return true
    }

    func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument? {
        let key = request.context.targetingKey ?? ""
        if request.revision == key { return nil }
        let text = PlannedSource.document(pageSize: Self.pageSizes[key] ?? 0)
        return RemoteDocument(text: Array(text.utf8), revision: key)
    }
}
