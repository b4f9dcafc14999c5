// Runs Firebase's adapter with a stand-in for its SDK. Prints what differs, and exits with 1 then.
import FeatureToggles
import FeatureTogglesRemote
import FirebaseRemoteConfig
import Foundation
import ToggleBase

@main
struct Behavior {
    private static let ranking = ToggleDefinition(
        key: "search_ranking",
        category: .ops,
        type: .string,
        defaultValue: "classic"
    )
    private static let button = ToggleDefinition(
        key: "checkout_button",
        category: .experiment,
        type: .variants(["control", "treatment"]),
        defaultValue: "control"
    )
    private static let registry = ToggleRegistry(namespace: "Firebase", toggles: [ranking, button])

    static func main() async throws {
        let checks: [(String, () async throws -> Bool)] = [
            ("values of an earlier launch are active at once, offline", startsOffline),
            ("values of an earlier launch are active at once, while throttled", startsWhileThrottled),
            ("a client without a configuration starts with them, too", startsOnDemand),
            ("the first launch fetches and activates", fetchesFirst),
            ("a fetched update is activated although fetches are throttled", activatesWhileThrottled),
            ("in-app defaults and unknown keys don't count", ignoresDefaults),
            ("a parameter that is removed from the template has its default again", removesParameters),
            ("polls respect the SDK's interval", pollsRespectInterval),
            ("an interval of zero reaches the server", zeroReachesServer),
            ("an app's interval reaches the SDK", intervalReachesServer),
            ("a stale mark reaches the server, also in the background", staleMarkReachesServer),
            ("an update in real time is followed", followsUpdates),
            ("the listener returns after its stream broke", listensAgain),
            ("variants of an experiment are exposed once", exposesVariants),
        ]
        var failed = false
        for (name, check) in checks {
            let isRight = try await check()
            if !isRight { failed = true }
            print(isRight ? "ok      Firebase: \(name)" : "FAILED  Firebase: \(name)")
        }
        exit(failed ? 1 : 0)
    }

    // MARK: At launch

    private static func startsOffline() async throws -> Bool {
        let server = FirebaseServer()
        server.change { $0.isReachable = false }
        let client = makeClient(RemoteConfig(server: server, disk: disk("neural")))
        let first = client.evaluation(of: ranking)
        let error = await error { try await client.fetchAndActivate(minimumInterval: .zero) }
        let second = client.evaluation(of: ranking)
        return first.value == "neural" && first.reason == .cached && first.source == .remote
            && error?.code == .unreachable && second.value == "neural" && client.remoteState?.status == .stale
    }

    private static func startsWhileThrottled() async throws -> Bool {
        let server = FirebaseServer()
        server.change { $0.isThrottling = true }
        let client = makeClient(RemoteConfig(server: server, disk: disk("neural")))
        let isActive = client.evaluation(of: ranking).value == "neural"
        let error = await error { try await client.fetchAndActivate(minimumInterval: .zero) }
        guard let error, let rest = error.retryAfter else { return false }
        return isActive && client.evaluation(of: ranking).value == "neural" && error.code == .throttled
            && rest > .seconds(500) && rest <= .seconds(660)
    }

    private static func startsOnDemand() async throws -> Bool {
        // Otherwise the fetch at launch can replace the values first.
        let server = FirebaseServer()
        server.change { $0.isReachable = false }
        let config = RemoteConfig(server: server, disk: disk("neural"))
        let client = ToggleClient(
            registries: [registry],
            overrides: .none,
            remote: RemoteValuesSource(FirebaseValues(config))
        )
        return client.evaluation(of: ranking).value == "neural"
    }

    private static func fetchesFirst() async throws -> Bool {
        let server = FirebaseServer()
        server.change { $0.isReachable = false }
        let before = makeClient(RemoteConfig(server: server)).evaluation(of: ranking)
        server.change { ($0.isReachable, $0.template) = (true, ["search_ranking": "neural"]) }
        let client = makeClient(RemoteConfig(server: server))
        try await client.fetchAndActivate()
        let after = client.evaluation(of: ranking)
        return before.value == "classic" && after.value == "neural" && after.reason == .static
    }

    private static func activatesWhileThrottled() async throws -> Bool {
        let server = FirebaseServer()
        var disk = disk("classic")
        disk.fetched = ["search_ranking": "neural"]
        server.change { $0.isThrottling = true }
        let client = makeClient(RemoteConfig(server: server, disk: disk))
        let error = await error { try await client.fetchAndActivate(minimumInterval: .zero) }
        return error?.code == .throttled && client.evaluation(of: ranking).value == "neural"
    }

    // MARK: Values

    private static func ignoresDefaults() async throws -> Bool {
        let config = RemoteConfig(server: FirebaseServer())
        config.setDefaults(["search_ranking": "in-app" as NSString])
        let client = makeClient(config)
        try await client.fetchAndActivate()
        return client.evaluation(of: ranking).value == "classic" && client.evaluation(of: ranking).source == .default
    }

    private static func removesParameters() async throws -> Bool {
        let server = FirebaseServer()
        server.change { $0.template = ["search_ranking": "neural"] }
        let client = makeClient(RemoteConfig(server: server, disk: disk("neural")))
        try await client.fetchAndActivate()
        let before = client.evaluation(of: ranking).value
        server.change { $0.template = [:] }
        try await client.fetchAndActivate(minimumInterval: .zero)
        return before == "neural" && client.evaluation(of: ranking).value == "classic"
    }

    // MARK: Intervals

    private static func pollsRespectInterval() async throws -> Bool {
        let server = FirebaseServer()
        let client = makeClient(RemoteConfig(server: server))
        try await client.fetchAndActivate()
        for _ in 0..<5 { try await client.fetchAndActivate() }
        return server.now.requestCount == 1
    }

    private static func zeroReachesServer() async throws -> Bool {
        let server = FirebaseServer()
        let client = makeClient(RemoteConfig(server: server))
        try await client.fetchAndActivate()
        server.change { $0.template = ["search_ranking": "neural"] }
        try await client.fetchAndActivate()
        let before = client.evaluation(of: ranking).value
        try await client.fetchAndActivate(minimumInterval: .zero)
        return before == "classic" && client.evaluation(of: ranking).value == "neural" && server.now.requestCount == 2
    }

    private static func intervalReachesServer() async throws -> Bool {
        let server = FirebaseServer()
        let client = makeClient(RemoteConfig(server: server))
        try await client.fetchAndActivate()
        server.change { $0.secondsSince1970 += 7_200 }
        try await client.fetchAndActivate(minimumInterval: .nanoseconds(1))
        return server.now.requestCount == 2
    }

    private static func staleMarkReachesServer() async throws -> Bool {
        let server = FirebaseServer()
        let client = makeClient(RemoteConfig(server: server))
        try await client.fetchAndActivate()
        server.change { $0.template = ["search_ranking": "neural"] }
        client.markStale()
        await value("neural", client)
        client.enterBackground()
        server.change { $0.template = ["search_ranking": "fast"] }
        client.markStale()
        // As in the handler of a push.
        try await client.fetchAndActivate()
        return client.evaluation(of: ranking).value == "fast"
    }

    // MARK: Updates

    private static func followsUpdates() async throws -> Bool {
        let server = FirebaseServer()
        let config = RemoteConfig(server: server, disk: disk("classic"))
        server.change { $0.template = ["search_ranking": "classic"] }
        let client = makeClient(config, refresh: RefreshPolicy())
        await nextListener(of: config)
        server.change { $0.template = ["search_ranking": "neural"] }
        server.change { $0.isThrottling = true }
        config.receiveUpdate()
        await value("neural", client)
        return server.now.requestCount <= 1
    }

    private static func listensAgain() async throws -> Bool {
        let server = FirebaseServer()
        let config = RemoteConfig(server: server, disk: disk("classic"))
        server.change { $0.template = ["search_ranking": "classic"] }
        let client = makeClient(config, refresh: RefreshPolicy(initialBackOff: .milliseconds(1)))
        await nextListener(of: config)
        config.breakStream()
        await nextListener(of: config)
        server.change { $0.template = ["search_ranking": "neural"] }
        config.receiveUpdate()
        await value("neural", client)
        return true
    }

    private static func exposesVariants() async throws -> Bool {
        let (stream, continuation) = AsyncStream<String>.makeStream()
        let server = FirebaseServer()
        server.change { $0.template = ["checkout_button": "treatment"] }
        let client = ToggleClient(
            registries: [registry],
            overrides: .none,
            remote: configuration(RemoteConfig(server: server), .onDemand),
            context: EvaluationContext(targetingKey: "ada"),
            experiments: ExperimentConfiguration { continuation.yield("\($0.toggle) \($0.variant) \($0.targetingKey)") }
        )
        // The default isn't an exposure.
        _ = client.variant(of: .checkoutButton, for: client.context)
        try await client.fetchAndActivate()
        for _ in 0..<3 { _ = client.variant(of: .checkoutButton, for: client.context) }
        var exposures = stream.makeAsyncIterator()
        let first = await exposures.next()
        _ = client.variant(of: .checkoutButton, for: EvaluationContext(targetingKey: "bob"))
        let second = await exposures.next()
        return first == "checkout_button treatment ada" && second == "checkout_button treatment bob"
    }

    // MARK: Preparation

    private static func makeClient(_ config: RemoteConfig, refresh: RefreshPolicy = .onDemand) -> ToggleClient {
        ToggleClient(registries: [registry], overrides: .none, remote: configuration(config, refresh))
    }

    private static func configuration(_ config: RemoteConfig, _ refresh: RefreshPolicy) -> RemoteConfiguration {
        RemoteConfiguration(
            RemoteValuesSource(FirebaseValues(config)),
            refresh: refresh,
            cache: .none,
            installationID: .off
        )
    }

    /// What an earlier launch has fetched and activated two days ago.
    private static func disk(_ ranking: String) -> FirebaseDisk {
        var disk = FirebaseDisk()
        disk.fetched = ["search_ranking": ranking]
        disk.active = disk.fetched
        disk.lastFetchTime = Date(timeIntervalSinceNow: -172_800)
        disk.lastFetchStatus = .success
        return disk
    }

    /// Waits for a value.
    private static func value(_ wanted: JSONValue, _ client: ToggleClient) async {
        let changes = client.changes()
        if client.evaluation(of: ranking).value == wanted { return }
        for await _ in changes where client.evaluation(of: ranking).value == wanted { return }
    }

    /// Waits until the client adds a listener.
    private static func nextListener(of config: RemoteConfig) async {
        for await _ in config.newListeners { return }
    }

    private static func error(_ body: () async throws -> Bool) async -> RemoteSourceError? {
        do {
            _ = try await body()
            return nil
        } catch {
            return error as? RemoteSourceError
        }
    }
}

enum Button: GeneratedToggleVariant {
    case control, treatment

    static var variantNames: [String] { ["control", "treatment"] }
    static var variantCount: UInt64 { 2 }
}

extension ExperimentToggle where Variant == Button {
    static var checkoutButton: ExperimentToggle<Button> {
        ExperimentToggle(
            "checkout_button",
            id: ToggleIdentifier.make(
                category: .experiment,
                type: .variants(["control", "treatment"]),
                key: "checkout_button"
            ),
            default: .control
        )
    }
}
