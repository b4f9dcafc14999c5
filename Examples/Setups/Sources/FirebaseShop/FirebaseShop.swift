import FeatureToggles
import FeatureTogglesRemote
import FirebaseRemoteConfig

/// Toggles whose values come from Firebase Remote Config.
///
/// An app has the lines of `makeClient` and its `toggles.yaml`, and copies `FirebaseValues.swift`.
@main
struct FirebaseShop {
    static func makeClient(_ config: RemoteConfig) -> ToggleClient {
        let remote = RemoteConfiguration(RemoteValuesSource(FirebaseValues(config)), refresh: .onDemand, cache: .none)
        return ToggleClient(registries: [ShopToggles.registry], overrides: .none, remote: remote)
    }

    /// Fetches a page of results in the order that the toggles choose.
    static func search(_ toggles: any FeatureToggle) -> String {
        switch toggles.value(of: .searchRanking) {
        case .classic: "classic, \(toggles.value(of: .pageSize)) results"
        case .neural: "neural, \(toggles.value(of: .pageSize)) results"
        }
    }

    static func main() async throws {
        // The stand-in for Firebase's SDK has a server, and what an earlier launch left on disk.
        let server = FirebaseServer()
        server.change { $0.isReachable = false }
        var disk = FirebaseDisk()
        disk.active = ["search_ranking": "neural"]
        // In an app: RemoteConfig.remoteConfig(), after FirebaseApp.configure().
        let client = makeClient(RemoteConfig(server: server, disk: disk))
        print("at launch, offline: \(search(client))")
        server.change {
            $0.isReachable = true
            $0.template = ["search_ranking": "classic", "page_size": "50"]
        }
        try await client.fetchAndActivate(minimumInterval: .zero)
        print("after a fetch: \(search(client))")
        server.change {
            $0.isThrottling = true
            $0.template["page_size"] = "1"
        }
        do {
            try await client.fetchAndActivate(minimumInterval: .zero)
        } catch let error as RemoteSourceError {
            print("fetches are \(error.code.rawValue): \(search(client))")
        }
    }
}
