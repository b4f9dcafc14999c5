// target: StorefrontApp
// platform: ios
// expects: cannot find 'ToggleMenu' in scope
// configuration: release
import FeatureToggles
import FeatureTogglesUI
import SwiftUI

@MainActor func planted(_ client: ToggleClient) -> some View { ToggleMenu(client: client) }
