import TestSupport
import Testing
import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// Clients that follow a source in manual time.
@Suite(.timeLimit(.minutes(20))) struct RefresherTests {
    private let time = ManualTime()
    private let files = FaultyFileSystem()
    private let unreachable = RemoteSourceError(.unreachable, "the server does not respond")

    /// A proxy has cut off the document, and its revision is that of the complete one.
    @Test func invalidDocumentIsFetchedOnceMore() async throws {
        let complete = PlannedSource.document(pageSize: 6)
        let source = PlannedSource(.document(String(complete.dropLast(9)), revision: "r6"))
        let client = ToggleClient.following(.onDemand(source), ManualTime())
        for _ in 1...3 { _ = try? await client.fetchAndActivate(minimumInterval: .zero) }
        #expect(client.remoteState?.status == .error)
        // A document that stays invalid is requested like any other.
        #expect(source.requests.map(\.revision) == [nil, nil, "r6"])
        source.plan(.document("{", revision: "r7"))
        _ = try? await client.fetchAndActivate(minimumInterval: .zero)
        source.plan(.document(complete, revision: "r7"))
        #expect(try await client.fetchAndActivate(minimumInterval: .zero))
        #expect(client.value(of: .pageSize) == 6)
        _ = try await client.fetchAndActivate(minimumInterval: .zero)
        #expect(source.requests.last?.revision == "r7")
    }

    @Test func fetchesAndActivatesAtStart() async {
        let source = PlannedSource(PlannedSource.pageSize(5))
        let client = ToggleClient.following(RemoteConfiguration(source, cache: .none), time)
        #expect(client.remoteState?.status == .notReady)
        await client.until(.ready)
        #expect(client.value(of: .pageSize) == 5)
        #expect(client.evaluation(of: .pageSize).reason == .static)
        #expect(source.requests.first?.parameters.contains("search_ranking_2") == true)
    }

    @Test func longestIntervalsDoNotTrap() async throws {
        // With the system's clocks, which trap on the longest durations.
        let refresh = RefreshPolicy(minimumFetchInterval: .seconds(Int64.max), timeout: .seconds(Int64.max))
        let source = PlannedSource(PlannedSource.pageSize(5))
        let client = ToggleClient(
            registries: [TestToggles.registry],
            overrides: .none,
            remote: RemoteConfiguration(source, refresh: refresh, cache: .none)
        )
        await client.until(.ready)
        // The timers are set by the time that the next request is answered.
        source.plan(PlannedSource.pageSize(6))
        #expect(try await client.fetchAndActivate(minimumInterval: .zero))
        #expect(client.value(of: .pageSize) == 6)
    }

    @Test func pollsForNewDocuments() async {
        let source = PlannedSource(PlannedSource.pageSize(5), PlannedSource.pageSize(6))
        let client = ToggleClient.following(RemoteConfiguration(source, cache: .none), time)
        await client.until(.ready)
        time.advance(.seconds(300))
        _ = await client.until { $0.revision == "r6" }
        #expect(client.value(of: .pageSize) == 6)
    }

    @Test func unchangedResponseNotifiesNoObserver() async throws {
        let source = PlannedSource(PlannedSource.pageSize(5))
        let client = ToggleClient.following(RemoteConfiguration(source, cache: .none), time)
        await client.until(.ready)
        var changes = client.changes(
            of: ToggleReference(id: OpsToggle<Int>.pageSize.reference.id, fallback: 0, key: "")
        )
        .makeAsyncIterator()
        time.advance(.seconds(300))
        let polled = await client.until { $0.lastSuccess == startOfStory + 300 }
        #expect(polled?.status == .ready)
        #expect(source.requests.last?.revision == "r5")
        source.plan(PlannedSource.pageSize(7))
        try await client.fetchAndActivate(minimumInterval: .zero)
        #expect(await changes.next() != nil)
        #expect(client.value(of: .pageSize) == 7, "this is the first change")
    }

    @Test func recoversAfterFailures() async {
        let source = PlannedSource(.failure(unreachable), .failure(unreachable), PlannedSource.pageSize(5))
        let client = ToggleClient.following(RemoteConfiguration(source, cache: .none), time)
        let failed = await client.until { $0.status == .error }
        #expect(failed?.nextAttempt == ManualTime.start + 2)
        #expect(client.problems.map(\.message) == ["the server does not respond"])
        time.advance(.seconds(2))
        _ = await client.until { $0.nextAttempt == startOfStory + 6 }
        time.advance(.seconds(4))
        await client.until(.ready)
        #expect(client.value(of: .pageSize) == 5)
        #expect(client.problems.isEmpty)
    }

    @Test func hangingFetchTimesOut() async {
        let client = ToggleClient.following(
            RemoteConfiguration(PlannedSource(.silence), refresh: .onDemand, cache: .none),
            time
        )
        let caller = Task { try await client.fetch() }
        await time.untilSleeping()
        time.advance(.seconds(30))
        let error = await #expect(throws: RemoteSourceError.self) { try await caller.value }
        #expect(error?.code == .timedOut)
        #expect(error?.message == "the fetch from ‘plan’ did not end within 30.0 seconds, the policy's ‘timeout’")
        #expect(client.remoteState?.status == .error)
    }

    @Test func endedFetchesLeaveNoTasks() async {
        let source = PlannedSource(.silence)
        let client = ToggleClient.following(RemoteConfiguration(source, refresh: .onDemand, cache: .none), time)
        for round in 1...3 {
            let caller = Task { try await client.fetch() }
            await source.untilRequests(round)
            await time.untilSleeping()
            time.advance(.seconds(30))
            await #expect(throws: RemoteSourceError.self) { try await caller.value }
        }
        #expect(client.refresher?.state.withLock { Array($0.tasks.keys) } == [])
    }

    @Test func canceledCallerReturns() async {
        let source = PlannedSource(.silence)
        let client = ToggleClient.following(RemoteConfiguration(source, refresh: .onDemand, cache: .none), time)
        let caller = Task { try await client.fetch() }
        await source.untilRequests(1)
        caller.cancel()
        let error = await #expect(throws: RemoteSourceError.self) { try await caller.value }
        #expect(error?.code == .cancelled)
        #expect(client.problems.isEmpty)
    }

    @Test func taskCanceledBeforeFetchReturns() async {
        let client = ToggleClient.following(
            RemoteConfiguration(PlannedSource(.silence), refresh: .onDemand, cache: .none),
            time
        )
        let caller = Task {
            // Ends when the task is canceled.
            for await _ in AsyncStream<Void>.makeStream().stream {}
            return try await client.fetch()
        }
        caller.cancel()
        await #expect(throws: RemoteSourceError.self) { try await caller.value }
    }

    @Test func announcementLeadsToFetch() async {
        let source = PlannedSource(PlannedSource.pageSize(5), announcesChanges: true)
        var refresh = RefreshPolicy()
        refresh.spread = .zero
        let client = ToggleClient.following(RemoteConfiguration(source, refresh: refresh, cache: .none), time)
        await source.untilConnections(1)
        source.send(.opened)
        await client.until(.ready)
        source.plan(PlannedSource.pageSize(6))
        source.send(.changed(id: "17"))
        // Opening the connection also causes a fetch, which may not have begun yet.
        var count = 0
        repeat {
            count += 1
            await source.untilRequests(count)
        } while source.requests[count - 1].signalID != "17"
        _ = await client.until { $0.revision == "r6" }
        #expect(client.value(of: .pageSize) == 6)
    }

    @Test func reconnectsAfterLastAnnouncement() async {
        let source = PlannedSource(PlannedSource.pageSize(5), announcesChanges: true)
        let client = ToggleClient.following(RemoteConfiguration(source, cache: .none), time)
        await source.untilConnections(1)
        source.send(.changed(id: "17"))
        source.send(.closed(unreachable))
        _ = await client.until { _ in !client.problems.isEmpty }
        #expect(client.problems.map(\.message) == ["the server does not respond"])
        time.advance(.seconds(6))
        await source.untilConnections(2)
        #expect(source.connections == [nil, "17"])
    }

    @Test func stateStreamEndsWithClient() async {
        var client: ToggleClient? = .following(RemoteConfiguration(PlannedSource(.silence), cache: .none), time)
        weak let observed = client
        let states = client?.remoteStates()
        client = nil
        #expect(observed == nil)
        var all: [RemoteState.Status] = []
        if let states { for await state in states { all.append(state.status) } }
        #expect(all.first == .notReady)
    }

    @Test func releasedClientStopsFetching() async {
        let source = PlannedSource(PlannedSource.pageSize(5), announcesChanges: true)
        var client: ToggleClient? = .following(RemoteConfiguration(source, cache: .none), time)
        await source.untilConnections(1)
        await client?.until(.ready)
        client = nil
        await time.untilAwake()
        time.advance(.seconds(10_000))
        #expect(source.requests.count == 1)
    }

    @Test func clientWithoutSourceHasNoState() async {
        let client = makeClient()
        #expect(client.remoteState == nil)
        for await state in client.remoteStates() { Issue.record("\(state)") }
        client.markStale()
        client.enterForeground()
        client.markHealthy()
    }

    @Test func explanationContainsSourceState() async {
        let client = ToggleClient.following(
            RemoteConfiguration(PlannedSource(.failure(unreachable)), cache: .none),
            time
        )
        await client.until(.error)
        let explanation = client.explanations(ofKey: "page_size").first
        #expect(explanation?.remoteState?.status == .error)
        #expect(explanation?.evaluation.error == nil, "the value itself has no error")
        #expect(
            explanation?.description.contains(
                "PROVIDER_NOT_READY: the server does not respond; there is no earlier document, so the defaults are active"
            ) == true
        )
    }

    @Test func rejectedCredentialsStopFetchingUntilChanged() async throws {
        let source = PlannedSource(.failure(RemoteSourceError(.unauthorized, "401 came")), PlannedSource.pageSize(5))
        let client = ToggleClient.following(RemoteConfiguration(source, cache: .none), time)
        await client.until(.error)
        await #expect(throws: RemoteSourceError.self) { try await client.fetch() }
        #expect(source.requests.count == 1)
        client.credentialsChanged()
        await client.until(.ready)
        #expect(client.value(of: .pageSize) == 5)
    }

    @Test(arguments: [false, true])
    func credentialsOfAnotherDocumentReplaceValuesAndCache(dependsOnContext: Bool) async throws {
        let folder = try TemporaryFolder()
        let source = PlannedSource(PlannedSource.pageSize(5), dependsOnContext: dependsOnContext)
        source.identify(as: "customer a")
        let client = ToggleClient.following(RemoteConfiguration(source, cache: .folder(folder.path)), time)
        await client.until(.ready)
        try await client.fetch()
        let documents = { try folder.names().filter { $0.contains(".document-") }.count }
        #expect(try documents() == 1)
        client.credentialsChanged()
        #expect(client.value(of: .pageSize) == 5, "a new token for the same document")
        source.plan(.failure(RemoteSourceError(.unreachable, "offline")))
        source.identify(as: "customer b")
        client.credentialsChanged()
        #expect(client.value(of: .pageSize) == 20)
        await client.until(.error)
        source.identify(as: "customer a")
        client.credentialsChanged()
        _ = await client.until { $0.revision == "r5" }
        #expect(client.value(of: .pageSize) == 5)
        source.identify(as: "customer b")
        source.plan(PlannedSource.pageSize(7))
        client.credentialsChanged()
        _ = await client.until { $0.revision == "r7" && $0.status == .ready }
        try await client.fetch()
        #expect(try documents() == 2)
    }

    @Test func activationAtNextLaunchKeepsCurrentValues() async throws {
        let folder = try TemporaryFolder()
        let source = PlannedSource(PlannedSource.pageSize(5))
        let configuration = RemoteConfiguration(source, activation: .atNextLaunch, cache: .folder(folder.path))
        var client: ToggleClient? = .following(configuration, time, fileSystem: files)
        _ = await client?.until { $0.lastSuccess != nil }
        #expect(client?.value(of: .pageSize) == 20)
        try await files.until { try folder.names().contains { $0.contains(".document-") } }
        client = nil
        let next = ToggleClient.following(configuration, time)
        #expect(next.value(of: .pageSize) == 5)
        #expect(next.evaluation(of: .pageSize).reason == .cached)
    }

    @Test func manualActivationWaitsAcrossLaunches() async throws {
        let folder = try TemporaryFolder()
        let source = PlannedSource(PlannedSource.pageSize(5))
        let configuration = RemoteConfiguration(source, activation: .manually, cache: .folder(folder.path))
        var client: ToggleClient? = .following(configuration, time, fileSystem: files)
        _ = await client?.until { $0.lastSuccess != nil }
        try await files.until {
            try folder.names().contains { try $0.hasSuffix(".json") && folder.text($0).contains("waiting") }
        }
        client = nil
        source.plan(.silence)
        let next = ToggleClient.following(configuration, time)
        #expect(next.value(of: .pageSize) == 20)
        #expect(try next.activate())
        #expect(next.value(of: .pageSize) == 5)
        #expect(next.evaluation(of: .pageSize).reason == .cached)
        let state = await next.until { $0.revision == "r5" }
        #expect(state?.status == .stale, "the source hasn't confirmed the document yet")
        source.plan(.unchanged)
        try await next.fetch(minimumInterval: .zero)
        await next.until(.ready)
        #expect(next.evaluation(of: .pageSize).reason == .static)
    }

    @Test func standardFolderBelongsToApplication() {
        #if os(Linux)
        let location = DocumentCache.Location.standard
        let registry = ToggleRegistry(namespace: "N", application: "shop/1", toggles: [])
        #expect(
            location.folder(for: [registry], environment: ["HOME": "/h"]) == "/h/.cache/shop-1/remote-config"
        )
        #expect(
            location.folder(for: [registry], environment: ["HOME": "/h", "XDG_CACHE_HOME": "/c"])
                == "/c/shop-1/remote-config"
        )
        #expect(
            location.folder(for: [registry], environment: ["HOME": "/h", "XDG_CACHE_HOME": "c"])
                == "/h/.cache/shop-1/remote-config"
        )
        #endif
        #expect(DocumentCache.Location.none.folder(for: [], environment: [:]) == nil)
        #expect(DocumentCache.Location.folder("/f").folder(for: [], environment: [:]) == "/f")
    }
}
