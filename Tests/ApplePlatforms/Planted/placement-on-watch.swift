// target: ToggleBase
// platform: watchos
// expects: 'navigation' is unavailable in watchOS
import SwiftUI

let planted = ToolbarItemPlacement.navigation
