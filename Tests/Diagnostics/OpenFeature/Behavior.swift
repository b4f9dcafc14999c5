// Runs OpenFeature's provider with a stand-in for its SDK. Prints what differs, and exits with 1 then.
import Combine
import FeatureToggles
import FeatureTogglesRemote
import Foundation
import OpenFeature

@main
struct Behavior {
    private static let registry = ToggleRegistry(
        namespace: "OpenFeature",
        toggles: [
            ToggleDefinition(key: "reviews", category: .ops, type: .bool, defaultValue: false),
            ToggleDefinition(key: "limit", category: .ops, type: .int, defaultValue: 7, remoteParameter: "max-items"),
            ToggleDefinition(
                key: "search_ranking",
                category: .ops,
                type: .variants(["classic", "neural"]),
                defaultValue: "classic"
            ),
        ]
    )

    static func main() async {
        let checks: [(String, () async throws -> Bool)] = [
            ("flags have the toggles' keys and remote parameters", evaluatesKeys),
            ("variant, reason, and source are those of the evaluation", explainsValues),
            ("unknown keys and other types are errors", rejectsOthers),
            ("typed reads are for OpenFeature's user", sharesContext),
            ("a changed context reconciles, and is ready again", changesContext),
            ("changed values are announced with all their names", announcesChanges),
            ("without a document, the provider has an error, and its toggles their defaults", reportsErrors),
            ("tracked events reach the app, with the context", tracksEvents),
        ]
        var failed = false
        for (name, check) in checks {
            let isRight = (try? await check()) ?? false
            if !isRight { failed = true }
            print(isRight ? "ok      OpenFeature: \(name)" : "FAILED  OpenFeature: \(name)")
        }
        exit(failed ? 1 : 0)
    }

    // MARK: Evaluation

    private static func evaluatesKeys() async throws -> Bool {
        let (_, provider) = await makeProvider()
        return try provider.getBooleanEvaluation(key: "reviews", defaultValue: false, context: nil).value
            && provider.getIntegerEvaluation(key: "limit", defaultValue: 0, context: nil).value == 3
            && provider.getIntegerEvaluation(key: "max-items", defaultValue: 0, context: nil).value == 3
    }

    private static func explainsValues() async throws -> Bool {
        let (_, provider) = await makeProvider()
        let ada = ImmutableContext(targetingKey: "ada")
        let ranking = try provider.getStringEvaluation(key: "search_ranking", defaultValue: "", context: ada)
        return ranking.value == "neural" && ranking.variant == "neural"
            && ranking.reason == Reason.targetingMatch.rawValue
            && ranking.flagMetadata["source"] == .string("remote") && ranking.errorCode == nil
    }

    private static func rejectsOthers() async throws -> Bool {
        let (_, provider) = await makeProvider()
        func isError(_ body: () throws -> Void) -> Bool {
            do {
                try body()
                return false
            } catch {
                return error is OpenFeatureError
            }
        }
        return isError { _ = try provider.getBooleanEvaluation(key: "unknown", defaultValue: true, context: nil) }
            && isError { _ = try provider.getBooleanEvaluation(key: "limit", defaultValue: true, context: nil) }
            && isError { _ = try provider.getObjectEvaluation(key: "limit", defaultValue: .null, context: nil) }
    }

    // MARK: Context

    private static func sharesContext() async throws -> Bool {
        let (client, _) = await makeProvider(
            ImmutableContext(
                targetingKey: "ada",
                structure: ImmutableStructure(attributes: ["plan": .string("pro")])
            )
        )
        return client.context.targetingKey == "ada" && client.context["plan"] == "pro"
            && client.evaluation(of: registry.toggles[2]).value == "neural"
    }

    private static func changesContext() async throws -> Bool {
        let (client, provider) = await makeProvider(ImmutableContext(targetingKey: "bob"))
        let (events, continuation) = AsyncStream<ProviderEvent>.makeStream()
        let observation = provider.observe().sink { continuation.yield($0) }
        await provider.onContextSet(oldContext: nil, newContext: ImmutableContext(targetingKey: "ada")).value
        var isReconciled = false
        for await event in events {
            if case .reconciling = event { isReconciled = true }
            if case .contextChanged = event { break }
        }
        withExtendedLifetime(observation) {}
        return isReconciled && provider.status == .ready && client.context.targetingKey == "ada"
            && client.evaluation(of: registry.toggles[2]).value == "neural"
    }

    // MARK: Events

    private static func announcesChanges() async throws -> Bool {
        let source = InMemoryRemoteSource(document: document(limit: 3))
        let client = ToggleClient(registries: [registry], overrides: .none, remote: source)
        let provider = ToggleProvider(client)
        await OpenFeatureAPI.shared.setProviderAndWait(provider: provider, initialContext: nil)
        let (events, continuation) = AsyncStream<ProviderEvent>.makeStream()
        let observation = provider.observe().sink { continuation.yield($0) }
        source.set(document: document(limit: 4))
        for await event in events {
            guard case .configurationChanged(let details) = event else { continue }
            withExtendedLifetime(observation) {}
            return try details?.flagsChanged == ["limit", "max-items"]
                && provider.getIntegerEvaluation(key: "limit", defaultValue: 0, context: nil).value == 4
        }
        return false
    }

    private static func reportsErrors() async throws -> Bool {
        let remote = RemoteConfiguration.onDemand(UnreachableSource())
        let client = ToggleClient(registries: [registry], overrides: .none, remote: remote)
        let provider = ToggleProvider(client)
        await OpenFeatureAPI.shared.setProviderAndWait(provider: provider, initialContext: nil)
        let limit = try provider.getIntegerEvaluation(key: "limit", defaultValue: 0, context: nil)
        return provider.status == .error && limit.value == 7 && limit.reason == Reason.defaultReason.rawValue
    }

    private static func tracksEvents() async throws -> Bool {
        let (events, continuation) = AsyncStream<String>.makeStream()
        let client = ToggleClient(registries: [registry], overrides: .none, remote: nil)
        let provider = ToggleProvider(client) { key, context, _ in
            continuation.yield("\(key) \(context.targetingKey ?? "")")
        }
        try provider.track(key: "ordered", context: ImmutableContext(targetingKey: "ada"), details: nil)
        return await events.first { _ in true } == "ordered ada"
    }

    // MARK: Preparation

    private static func makeProvider(
        _ context: ImmutableContext = ImmutableContext(targetingKey: "bob")
    ) async -> (ToggleClient, ToggleProvider) {
        let source = InMemoryRemoteSource(document: document(limit: 3))
        let client = ToggleClient(registries: [registry], overrides: .none, remote: source)
        let provider = ToggleProvider(client)
        await OpenFeatureAPI.shared.setProviderAndWait(provider: provider, initialContext: context)
        return (client, provider)
    }

    private static func document(limit: Int) -> String {
        """
        {"flags": {
          "reviews": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "on"},
          "max-items": {"state": "ENABLED", "variants": {"some": \(limit)}, "defaultVariant": "some"},
          "search_ranking": {
            "state": "ENABLED", "variants": {"classic": "classic", "neural": "neural"}, "defaultVariant": "classic",
            "targeting": {"if": [{"==": [{"var": "targetingKey"}, "ada"]}, "neural", "classic"]}
          }
        }}
        """
    }
}

/// A source that can't be reached.
private struct UnreachableSource: RemoteSource {
    let name = "unreachable"

    func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument? {
        throw RemoteSourceError(.unreachable, "no connection")
    }
}
