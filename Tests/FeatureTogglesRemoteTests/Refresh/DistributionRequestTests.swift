import TestSupport
import Testing
import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// Requests of a source that depends on the context, before and after the distribution is detected.
@Suite(.timeLimit(.minutes(20))) struct DistributionRequestTests {
    private let folder: TemporaryFolder
    private let time = ManualTime()
    private let held = HeldWork()
    private let device: EvaluationContext = {
        var context = EvaluationContext.device()
        context["distribution"] = nil
        return context
    }()

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Returns the device's context for a user.
    private func device(_ user: String) -> EvaluationContext {
        var context = device
        context.targetingKey = user
        return context
    }

    /// Creates a client whose detection ends when the test runs the held work.
    private func client(
        _ source: PlannedSource,
        context: EvaluationContext,
        cache: DocumentCache.Location? = nil
    ) -> ToggleClient {
        client(RemoteConfiguration(source, cache: cache ?? .folder(folder.path)), context: context)
    }

    private func client(_ remote: RemoteConfiguration, context: EvaluationContext) -> ToggleClient {
        var environment = time.environment()
        environment.distribution = DistributionDetection { [held] end in held.take { end(.testflight) } }
        return ToggleClient(
            registries: [TestToggles.registry],
            overrides: .none,
            remote: remote,
            context: context,
            environment: environment
        )
    }

    /// Runs a client until its source has responded.
    private func launch(
        _ answer: PlannedSource.Answer,
        context: EvaluationContext,
        until status: RemoteState.Status = .ready
    ) async {
        let client = client(PlannedSource(answer, dependsOnContext: true), context: context)
        held.runAll()
        await client.until(status)
    }

    @Test func launchWithFreshDocumentDoesNotFetch() async throws {
        await launch(PlannedSource.pageSize(5), context: device("ada"))
        let source = PlannedSource(.unchanged, dependsOnContext: true)
        let client = client(source, context: device("ada"))
        #expect(client.value(of: .pageSize) == 5, "before the detection")
        #expect(client.evaluation(of: .pageSize).reason == .cached)
        #expect(client.remoteState?.nextAttempt == ManualTime.start + 60)
        held.runAll()
        #expect(client.context["distribution"] == "testflight")
        // The client handles this request after any change of the context.
        try await client.fetch()
        #expect(source.requests == [])
        #expect(client.value(of: .pageSize) == 5)
        time.advance(.seconds(60))
        await source.untilRequests(1)
        #expect(source.requests.first?.context["distribution"] == "testflight")
        #expect(source.requests.first?.revision == "r5")
    }

    @Test func launchRespectsRetryAfter() async {
        let refusal = RemoteSourceError(.serverFailed, "503 came", retryAfter: .seconds(3_600))
        await launch(.failure(refusal), context: device("ada"), until: .error)
        let source = PlannedSource(.unchanged, dependsOnContext: true)
        let client = client(source, context: device("ada"))
        held.runAll()
        #expect(client.context["distribution"] == "testflight")
        let error = await #expect(throws: RemoteSourceError.self) { try await client.fetch() }
        #expect(error?.code == .throttled)
        #expect(source.requests == [])
    }

    @Test func contextWithoutTargetingKeyStartsWithItsCachedDocument() async {
        await launch(PlannedSource.pageSize(5), context: device)
        let client = client(PlannedSource(.silence, dependsOnContext: true), context: device)
        #expect(client.context.targetingKey == nil)
        #expect(client.value(of: .pageSize) == 5)
        held.runAll()
        #expect(client.value(of: .pageSize) == 5)
    }

    @Test func firstRequestWaitsForDetection() async {
        let source = PlannedSource(PlannedSource.pageSize(5), dependsOnContext: true)
        let client = client(source, context: device("ada"), cache: DocumentCache.Location.none)
        // The timeout of the fetch, which has begun.
        await time.untilSleeping()
        #expect(source.requests == [])
        held.runAll()
        await client.until(.ready)
        #expect(source.requests.map { $0.context["distribution"] } == ["testflight"])
        #expect(client.value(of: .pageSize) == 5)
    }

    @Test func contextChangeDuringDetectionReplacesRequest() async {
        let source = PlannedSource(PlannedSource.pageSize(5), dependsOnContext: true)
        let client = client(source, context: device("ada"), cache: DocumentCache.Location.none)
        client.context = device("bert")
        // The timeouts of both fetches.
        await time.until { time.slept.count > 1 }
        #expect(source.requests == [])
        held.runAll()
        await client.until(.ready)
        #expect(source.requests.map(\.context.targetingKey) == ["bert"])
        #expect(source.requests.map { $0.context["distribution"] } == ["testflight"])
    }

    @Test func otherSourcesDoNotWait() async {
        let source = PlannedSource(PlannedSource.pageSize(5))
        let client = client(source, context: device("ada"))
        await client.until(.ready)
        #expect(client.value(of: .pageSize) == 5)
        held.runAll()
        #expect(client.context["distribution"] == "testflight")
        #expect(source.requests.count == 1)
    }

    @Test func otherDistributionOfTheAppIsFetched() async {
        let source = PlannedSource(PlannedSource.pageSize(5), dependsOnContext: true)
        let client = client(source, context: device("ada"), cache: DocumentCache.Location.none)
        held.runAll()
        await client.until(.ready)
        source.plan(PlannedSource.pageSize(6))
        client.context["distribution"] = "kiosk"
        _ = await client.until { $0.revision == "r6" }
        #expect(source.requests.map { $0.context["distribution"] } == ["testflight", "kiosk"])
    }

    @Test func cacheKeyIgnoresDistribution() {
        for context in [device, device("ada")] {
            var other = context
            other["distribution"] = "appstore"
            #expect(CacheKey(source: "s", context: other) == CacheKey(source: "s", context: context))
            other["plan"] = "pro"
            #expect(CacheKey(source: "s", context: other) != CacheKey(source: "s", context: context))
        }
    }

    @Test func scopedContextUsesTheAttributeOfTheClient() {
        let document = """
            {"flags": {"page_size": {"state": "ENABLED", "variants": {"small": 5, "large": 50}, "defaultVariant": "small",
              "targeting": {"if": [{"==": [{"var": "distribution"}, "testflight"]}, "large"]}}}}
            """
        let client = client(.onDemand(InMemoryRemoteSource(document: document)), context: device)
        let scoped = client.scoped(to: device("ada"))
        #expect(scoped.value(of: .pageSize) == 5)
        held.runAll()
        #expect(client.value(of: .pageSize) == 50)
        #expect(scoped.value(of: .pageSize) == 50)
        client.context = device("bert")
        #expect(client.value(of: .pageSize) == 50)
        #expect(scoped.value(of: .pageSize) == 50)
    }
}
