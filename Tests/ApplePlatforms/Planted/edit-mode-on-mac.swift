// target: ToggleBase
// platform: macos
// expects: 'EditMode' is unavailable in macOS
import SwiftUI

func planted(_ mode: EditMode) {}
