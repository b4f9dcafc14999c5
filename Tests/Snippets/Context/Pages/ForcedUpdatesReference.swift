import FeatureTogglesHTTP
import FeatureTogglesRemote
import ForcedUpdates
import Foundation

let policyURL = URL(filePath: "/policy.json")
