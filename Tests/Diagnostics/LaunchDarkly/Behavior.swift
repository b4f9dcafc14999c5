// Runs LaunchDarkly's adapter with a stand-in for its SDK. Prints what differs, and exits with 1 then.
import FeatureToggles
import FeatureTogglesRemote
import Foundation
import LaunchDarkly

@main
struct Behavior {
    private static let ranking = ToggleDefinition(
        key: "search_ranking",
        category: .ops,
        type: .string,
        defaultValue: "classic"
    )
    private static let limit = ToggleDefinition(key: "limit", category: .ops, type: .int, defaultValue: 7)
    private static let reviews = ToggleDefinition(key: "reviews", category: .ops, type: .bool, defaultValue: true)
    private static let registry = ToggleRegistry(namespace: "LaunchDarkly", toggles: [ranking, limit, reviews])

    static func main() async throws {
        let checks: [(String, () async throws -> Bool)] = [
            ("flags of the SDK's cache are active at once", startsWithFlags),
            ("before the SDK has started, defaults apply", waitsForStart),
            ("before the SDK has started, the client's cache applies", startsFromCache),
            ("changes are followed", followsChanges),
            ("missing flags have their defaults", missingFlags),
        ]
        var failed = false
        for (name, check) in checks {
            let isRight = try await check()
            if !isRight { failed = true }
            print(isRight ? "ok      LaunchDarkly: \(name)" : "FAILED  LaunchDarkly: \(name)")
            LDClient.close()
        }
        exit(failed ? 1 : 0)
    }

    private static func startsWithFlags() async throws -> Bool {
        LDClient.start(cached: ["search_ranking": .string("neural"), "limit": .number(3)])
        let client = makeClient()
        return client.evaluation(of: ranking).value == "neural" && client.evaluation(of: limit).value == 3
    }

    private static func waitsForStart() async throws -> Bool {
        let client = makeClient()
        var code: RemoteSourceError.Code?
        do { try await client.fetchAndActivate() } catch { code = (error as? RemoteSourceError)?.code }
        let before = client.evaluation(of: ranking)
        LDClient.start(cached: ["search_ranking": .string("neural")])
        try await client.fetchAndActivate()
        return code == .unreachable && before.source == .default && client.evaluation(of: ranking).value == "neural"
    }

    private static func startsFromCache() async throws -> Bool {
        let folder = NSTemporaryDirectory() + "/launch-darkly-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        LDClient.start(cached: ["search_ranking": .string("neural")])
        try await makeClient(.folder(folder)).fetchAndActivate()
        LDClient.close()
        let client = makeClient(.folder(folder))
        return client.evaluation(of: ranking).value == "neural" && client.evaluation(of: ranking).reason == .cached
    }

    private static func followsChanges() async throws -> Bool {
        LDClient.start(cached: [:])
        let client = makeClient(refresh: RefreshPolicy())
        guard let service = LDClient.get() else { return false }
        for await _ in service.newObservers { break }
        let changes = client.changes()
        service.receive(["reviews": .bool(false)])
        if client.evaluation(of: reviews).value == false { return true }
        for await _ in changes where client.evaluation(of: reviews).value == false { return true }
        return false
    }

    private static func missingFlags() async throws -> Bool {
        LDClient.start(cached: ["limit": .null])
        let client = makeClient()
        try await client.fetchAndActivate()
        return client.evaluation(of: reviews).value == true && client.evaluation(of: limit).value == 7
    }

    private static func makeClient(
        _ cache: DocumentCache.Location = .none,
        refresh: RefreshPolicy = .onDemand
    ) -> ToggleClient {
        ToggleClient(
            registries: [registry],
            overrides: .none,
            remote: RemoteConfiguration(
                RemoteValuesSource(LaunchDarklyValues()),
                refresh: refresh,
                cache: cache,
                installationID: .off
            )
        )
    }
}
