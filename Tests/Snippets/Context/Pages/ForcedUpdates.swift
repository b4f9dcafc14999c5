import FeatureTogglesHTTP
import FeatureTogglesRemote
import ForcedUpdates
import Foundation

let policyURL = URL(filePath: "/policy.json")

let serversURL = URL(filePath: "/servers.json")

let store = StoreVersionSource(bundle: "com.example.shop") { _ in nil }

let updates = UpdatePolicy(RemoteConfiguration(HTTPRemoteSource(url: policyURL)), application: "shop")

func showApp(with notice: UpdateNotice? = nil) {}

func showNothingBut(_ notice: UpdateNotice) {}
