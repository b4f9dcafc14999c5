import TestSupport
import Testing
import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// The values of a client that follows a service, whose SDK keeps its values itself.
@Suite(.timeLimit(.minutes(20))) struct ServiceValuesTests {
    private let folder: TemporaryFolder
    private let time = ManualTime()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func makeClient(
        _ service: Service,
        refresh: RefreshPolicy = .onDemand,
        activation: ActivationPolicy = .immediately,
        cache: DocumentCache.Location = .none
    ) -> ToggleClient {
        let configuration = RemoteConfiguration(
            RemoteValuesSource(service),
            refresh: refresh,
            activation: activation,
            cache: cache
        )
        return .following(configuration, time)
    }

    @Test func valuesOfEarlierLaunchAreActiveAtOnce() {
        let service = Service(["page_size": .text("5")])
        let evaluation = makeClient(service).evaluation(of: .pageSize)
        #expect(evaluation.value == 5)
        #expect(evaluation.reason == .cached)
        let bare = ToggleClient(
            registries: [TestToggles.registry],
            overrides: .none,
            remote: RemoteValuesSource(service)
        )
        #expect(bare.value(of: .pageSize) == 5)
    }

    @Test func newClientRefreshes() async {
        let service = Service(["page_size": .text("5")])
        let client = makeClient(service, refresh: RefreshPolicy())
        #expect(client.remoteState?.status == .stale)
        await client.until(.ready)
        #expect(client.evaluation(of: .pageSize).reason == .static)
        #expect(service.intervals.value.first == .some(nil))
    }

    @Test(arguments: [RemoteSourceError.Code.unreachable, .throttled])
    func failedRefreshStillReadsValues(code: RemoteSourceError.Code) async {
        let service = Service(["page_size": .text("5")])
        service.failure.withLock { $0 = RemoteSourceError(code, "no refresh", retryAfter: .seconds(3_600)) }
        let client = makeClient(service)
        service.values.withLock { $0["page_size"] = .text("6") }
        let error = await #expect(throws: RemoteSourceError.self) {
            try await client.fetchAndActivate(minimumInterval: .zero)
        }
        #expect(error?.code == code)
        #expect(client.value(of: .pageSize) == 6)
        #expect(client.remoteState?.status == .stale)
        #expect(client.remoteState?.why == "no refresh; the previous document stays active")
    }

    @Test func ownFailedRefreshStillReadsValues() async {
        let service = Service([:])
        service.failure.withLock { $0 = RemoteSourceError(.unreachable, "no refresh") }
        let client = makeClient(service, refresh: RefreshPolicy())
        _ = await client.until { $0.status == .error }
        service.values.withLock { $0["page_size"] = .text("6") }
        time.advance(.seconds(3))
        await client.until(.stale)
        #expect(client.value(of: .pageSize) == 6)
    }

    @Test func announcedChangeIsReadWhileThrottled() async {
        let service = Service(["page_size": .text("5")])
        service.failure.withLock { $0 = RemoteSourceError(.throttled, "too often", retryAfter: .seconds(3_600)) }
        let client = makeClient(service, refresh: RefreshPolicy())
        _ = await client.until { $0.why.hasPrefix("too often") }
        await service.listeners.until { !$0.isEmpty }
        let changes = client.changes()
        service.values.withLock { $0["page_size"] = .text("6") }
        service.announce()
        for await _ in changes where client.value(of: .pageSize) == 6 { break }
    }

    @Test func appsIntervalReachesService() async throws {
        let service = Service(["page_size": .text("5")], announcesChanges: false)
        let client = makeClient(service)
        try await client.fetch()
        try await client.fetch(minimumInterval: .zero)
        time.advance(.seconds(60))
        try await client.fetch(minimumInterval: .seconds(30))
        #expect(service.intervals.value == [nil, .zero, .seconds(30)])
    }

    @Test func staleMarkReachesService() async throws {
        let service = Service(["page_size": .text("5")], announcesChanges: false)
        let client = makeClient(service)
        client.markStale()
        await service.intervals.until { $0 == [.zero] }
        client.enterBackground()
        client.markStale()
        try await client.fetch()
        #expect(service.intervals.value == [.zero, .zero])
    }

    @Test func staleMarkOutlivesProcess() async {
        let cache = DocumentCache.Location.folder(folder.path("cache"))
        let service = Service(["page_size": .text("5")], announcesChanges: false)
        var client: ToggleClient? = makeClient(service, cache: cache)
        client?.enterBackground()
        client?.markStale()
        client = nil
        let next = makeClient(service, cache: cache)
        await service.intervals.until { $0 == [.zero] }
        #expect(next.value(of: .pageSize) == 5)
    }

    @Test func callersShareOnlyRequestsWithTheirInterval() async throws {
        let service = Service(["page_size": .text("5")], announcesChanges: false)
        service.isHeld.withLock { $0 = true }
        let client = makeClient(service)
        async let first = client.fetch()
        await service.intervals.until { $0.count == 1 }
        async let second = client.fetch(minimumInterval: .seconds(60))
        await service.intervals.until { $0.count == 2 }
        async let third = client.fetch()
        async let fourth = client.fetch(minimumInterval: .zero)
        service.isHeld.withLock { $0 = false }
        _ = try await (first, second, third, fourth)
        #expect(service.intervals.value.prefix(2) == [nil, .seconds(60)])
        #expect(service.intervals.value.last == .some(.zero))
    }

    @Test func removedValuesDontReturnFromCache() async throws {
        let cache = DocumentCache.Location.folder(folder.path("cache"))
        let service = Service([:])
        let first = makeClient(service, cache: cache)
        service.values.withLock { $0["page_size"] = .text("5") }
        try await first.fetchAndActivate()
        #expect(first.value(of: .pageSize) == 5)
        // Another part of the app has refreshed the service.
        service.values.withLock { $0["page_size"] = .text("6") }
        let second = makeClient(service, cache: cache)
        #expect(second.value(of: .pageSize) == 6)
        service.values.withLock { $0 = [:] }
        try await second.fetchAndActivate()
        #expect(makeClient(service, cache: cache).evaluation(of: .pageSize).source == .default)
    }

    @Test func cacheAppliesUntilServiceHasStarted() async throws {
        let cache = DocumentCache.Location.folder(folder.path("cache"))
        let service = Service(["page_size": .text("5")])
        try await makeClient(service, cache: cache).fetchAndActivate()
        service.values.withLock { $0 = [:] }
        service.failure.withLock { $0 = RemoteSourceError(.unreachable, "not started") }
        #expect(makeClient(service, cache: cache).value(of: .pageSize) == 5)
    }

    @Test func appActivatesValuesOfService() async throws {
        let cache = DocumentCache.Location.folder(folder.path("cache"))
        let service = Service(["page_size": .text("5")])
        try await makeClient(service, activation: .manually, cache: cache).fetchAndActivate()
        service.values.withLock { $0["page_size"] = .text("6") }
        let client = makeClient(service, activation: .manually, cache: cache)
        #expect(client.value(of: .pageSize) == 5)
        try await client.fetchAndActivate()
        #expect(client.value(of: .pageSize) == 6)
    }

    @Test func valuesOfAnotherUserDontApply() async throws {
        let service = Service(["page_size": .text("5")], dependsOnContext: true)
        let client = makeClient(service, cache: .folder(folder.path("cache")))
        #expect(client.evaluation(of: .pageSize).source == .default, "the values may be those of another user")
        client.context = EvaluationContext(targetingKey: "ada")
        try await client.fetchAndActivate(minimumInterval: .zero)
        #expect(client.value(of: .pageSize) == 5)
        service.failure.withLock { $0 = RemoteSourceError(.unreachable, "no refresh") }
        client.context = EvaluationContext(targetingKey: "bob")
        await #expect(throws: RemoteSourceError.self) { try await client.fetchAndActivate(minimumInterval: .zero) }
        #expect(client.evaluation(of: .pageSize).source == .default, "the service still has those of Ada")
    }

    @Test func largeValuesAreReadInBackground() async {
        let service = Service([
            "page_size": .text("5"), "banner": .text(String(repeating: "x", count: 60_000)),
            "extras": .text("[\"\(String(repeating: "y", count: 60_000))\"]"),
            "limits": .text(String(repeating: "z", count: 60_000)),
        ])
        let held = HeldWork()
        let configuration = RemoteConfiguration(
            RemoteValuesSource(service),
            refresh: .onDemand,
            cache: .folder(folder.path("cache"))
        )
        let client = ToggleClient.following(configuration, time, background: held.take)
        #expect(client.value(of: .pageSize) != 5)
        held.release()
        _ = await client.until { $0.status != .notReady }
        #expect(client.value(of: .pageSize) == 5)
    }
}

/// A service whose SDK has values, and limits how often it fetches.
private final class Service: RemoteValues {
    let values: Watched<[String: RemoteValue]>
    let failure = Watched<RemoteSourceError?>(nil)
    let intervals = Watched<[Duration?]>([])
    /// Whether refreshing waits.
    let isHeld = Watched(false)
    let listeners = Watched<[AsyncStream<Void>.Continuation]>([])
    let announcesChanges: Bool
    let dependsOnContext: Bool
    let name = "service"

    init(_ values: [String: RemoteValue], announcesChanges: Bool = true, dependsOnContext: Bool = false) {
        self.values = Watched(values)
        self.announcesChanges = announcesChanges
        self.dependsOnContext = dependsOnContext
    }

    func refresh(for context: EvaluationContext, minimumInterval: Duration?) async throws(RemoteSourceError) {
        intervals.withLock { $0.append(minimumInterval) }
        await isHeld.until { !$0 }
        if let failure = failure.value { throw failure }
    }

    func value(for parameter: String) -> RemoteValue? { values.value[parameter] }

    func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        listeners.withLock { $0.append(continuation) }
        return stream
    }

    func announce() {
        for listener in listeners.value { listener.yield() }
    }
}
