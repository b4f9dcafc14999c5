import FeatureToggles
import FeatureTogglesRemote
import ForcedUpdates

/// A shop whose old versions are locked, which closes for maintenance, and which recommends the version in the store.
///
///     LockedShop FOLDER VERSION
///
/// The folder stands for three servers, whose files are policy.json, servers.json, and store.json.
@main
struct LockedShop {
    static func main() async {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else {
            print("usage: LockedShop FOLDER VERSION")
            return
        }
        let folder = arguments[1]
        let context = EvaluationContext.device(appVersion: arguments[2])
        // In an app: HTTPRemoteSource(url: …), and no cache, which is in the app's own folder.
        func policy(_ name: String) -> UpdatePolicy {
            UpdatePolicy(
                RemoteConfiguration(
                    FileRemoteSource(path: "\(folder)/\(name).json"),
                    refresh: .onDemand,
                    cache: .folder("\(folder)/\(name)-cache")
                ),
                application: name,
                context: context
            )
        }
        let store = StoreVersionSource(bundle: "com.example.shop") { _ in
            FileRemoteSource(path: "\(folder)/store.json")
        }
        let updates = UpdatePolicy(
            combining: policy("policy"),
            policy("servers"),
            UpdatePolicy(store, application: "store", cache: .folder("\(folder)/store-cache"), context: context)
        )
        // In an app: ShopView().updateGate(updates)
        let decision = await updates.check(minimumInterval: .zero)
        print(decision, decision.notice?.title.map { ": \($0)" } ?? "", separator: "")
    }
}
